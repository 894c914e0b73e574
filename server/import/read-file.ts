import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { ImportFileType } from '../../data/model/import.ts'
import { UnreadableFile } from './table.ts'
import type { SheetFile } from './table.ts'

/** What reading one file may take: milliseconds, megabytes of JavaScript, megabytes of everything, bytes of what it finds. */
export interface ReadingCaps {
  time: number
  heap: number
  memory: number
  output: number
}
export const READING_CAPS: ReadingCaps = { time: 20_000, heap: 320, memory: 700, output: 96 * 1024 * 1024 }

const PROJECT = join(import.meta.dirname, '..', '..')
const WATCH_EVERY = 100
const TOO_MUCH = 'Reading this file takes more than a list of parks should. Save it as CSV, or divide it.'

const Line = z.union([
  z.strictObject({ row: z.int(), cells: z.array(z.string()) }),
  z.strictObject({ sheet: z.string() }),
  z.strictObject({ readAs: z.string() }),
  z.strictObject({ end: z.literal(true) }),
  z.strictObject({ unreadable: z.string() }),
])

/** What the reader needs of the project. */
const READABLE = ['server/*', 'data/*', 'node_modules/*', 'package.json']

/** What Node lets the reader of a file do: read this program and the file, and write nothing. */
export const permissionsFor = (path: string): string[] => [
  '--permission',
  '--allow-worker',
  // Not the whole project: the data folder may be in it.
  ...READABLE.map((name) => `--allow-fs-read=${join(PROJECT, name)}`),
  `--allow-fs-read=${path}`,
]

/** A line of the reader's; `undefined` for what is none. */
function readLine(text: string): z.infer<typeof Line> | undefined {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Megabytes a process has in memory, where the system says so (Linux). */
function residentMemory(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1024 ** 2
  } catch {
    return 0
  }
}

/**
 * Reads a table from a file in a process of its own, which may read nothing but this program and the file, and is ended when it takes too long or
 * too much. Whatever the file does to it, this process only learns that it cannot be read.
 * @throws UnreadableFile
 */
export async function readFile(
  path: string,
  fileType: ImportFileType,
  caps: ReadingCaps = READING_CAPS,
): Promise<SheetFile> {
  const reader = spawn(
    process.execPath,
    [
      ...permissionsFor(path),
      `--max-old-space-size=${caps.heap}`,
      '--no-warnings',
      join(import.meta.dirname, 'reading-process.ts'),
      fileType,
      path,
    ],
    // What the server knows from its environment is none of its business.
    { stdio: ['ignore', 'pipe', 'ignore'], env: {} },
  )
  let excess = false
  const end = () => {
    excess = true
    reader.kill('SIGKILL')
  }
  const clock = setTimeout(end, caps.time)
  const watch = setInterval(
    () => reader.pid !== undefined && residentMemory(reader.pid) > caps.memory && end(),
    WATCH_EVERY,
  )
  const closed = new Promise<void>((resolve, reject) => {
    reader.on('error', reject)
    reader.on('close', () => resolve())
  })
  const file: SheetFile = { sheets: [], readAs: '' }
  let size = 0
  let whole = false
  try {
    for await (const text of createInterface({ input: reader.stdout, crlfDelay: Infinity })) {
      size += text.length
      if (size > caps.output) end()
      if (excess) break
      const line = readLine(text)
      if (line === undefined) {
        // Whatever became of the reader, it is no defect here.
        reader.kill('SIGKILL')
        break
      }
      if ('unreadable' in line) throw new UnreadableFile(line.unreadable)
      if ('row' in line) file.sheets.at(-1)!.rows.push(line)
      else if ('sheet' in line) file.sheets.push({ name: line.sheet, rows: [] })
      else if ('readAs' in line) file.readAs = line.readAs
      else whole = true
    }
    await closed
  } finally {
    clearTimeout(clock)
    clearInterval(watch)
    reader.kill('SIGKILL')
  }
  if (!whole)
    throw new UnreadableFile(
      excess
        ? TOO_MUCH
        : 'This file cannot be read. It is damaged, or takes more memory than a list of parks should.',
    )
  return file
}
