import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { ImportFileType } from '../../data/model/import.ts'
import { UnreadableFile } from './table.ts'
import type { SheetFile } from './table.ts'

/**
 * Limits for reading one file: milliseconds until its process has started and from then on, megabytes of JavaScript
 * heap, megabytes of resident memory, bytes of output.
 */
export interface ReadingLimits {
  start: number
  time: number
  heap: number
  memory: number
  output: number
}
export const READING_LIMITS: ReadingLimits = {
  start: 120_000,
  time: 20_000,
  heap: 320,
  memory: 700,
  output: 96 * 1024 * 1024,
}

const PROJECT = join(import.meta.dirname, '..', '..')
const MEMORY_CHECK_INTERVAL_MS = 100
const TOO_LARGE = 'Reading this file takes more than a list of parks should. Save it as CSV, or split it.'

const Line = z.union([
  z.strictObject({ started: z.literal(true) }),
  z.strictObject({ row: z.int(), cells: z.array(z.string()), hidden: z.optional(z.literal(true)) }),
  z.strictObject({ sheet: z.string(), hidden: z.boolean() }),
  z.strictObject({ readAs: z.string() }),
  z.strictObject({ unread: z.array(z.string()) }),
  z.strictObject({ end: z.literal(true) }),
  z.strictObject({ unreadable: z.string() }),
])

/** Folders and files of the project that the reader loads. */
const READABLE = ['server/*', 'data/*', 'node_modules/*', 'package.json']

/**
 * Node's permissions of the process that reads a file: it may read this program and the file, and write
 * nothing.
 */
export const permissionsFor = (path: string): string[] => [
  '--permission',
  '--allow-worker',
  // Not the whole project, which may contain the data folder.
  ...READABLE.map((name) => `--allow-fs-read=${join(PROJECT, name)}`),
  `--allow-fs-read=${path}`,
]

/** Parses a line of the reader's output; `undefined` if it is invalid. */
function parseLine(text: string): z.infer<typeof Line> | undefined {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Resident memory of a process in megabytes, if the system reports it (Linux). */
function residentMemory(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096) / 1024 ** 2
  } catch {
    return 0
  }
}

/**
 * Reads a table from a file in a separate process, which may only read this program and the file, and is
 * killed if it exceeds a limit. Whatever the file does to the reader, this process only learns that it cannot
 * be read.
 * @throws UnreadableFile
 */
export async function readFile(
  path: string,
  fileType: ImportFileType,
  limits: ReadingLimits = READING_LIMITS,
): Promise<SheetFile> {
  const reader = spawn(
    process.execPath,
    [
      ...permissionsFor(path),
      `--max-old-space-size=${limits.heap}`,
      '--no-warnings',
      join(import.meta.dirname, 'reading-process.ts'),
      fileType,
      path,
    ],
    // The reader must not see the server's environment.
    { stdio: ['ignore', 'pipe', 'ignore'], env: {} },
  )
  let isOverLimit = false
  const killReader = () => {
    isOverLimit = true
    reader.kill('SIGKILL')
  }
  const starting = setTimeout(killReader, limits.start)
  let reading: NodeJS.Timeout | undefined
  const watch = setInterval(
    () => reader.pid !== undefined && residentMemory(reader.pid) > limits.memory && killReader(),
    MEMORY_CHECK_INTERVAL_MS,
  )
  const closed = new Promise<void>((resolve, reject) => {
    reader.on('error', reject)
    reader.on('close', () => resolve())
  })
  const file: SheetFile = { sheets: [], readAs: '' }
  let size = 0
  let isComplete = false
  try {
    for await (const text of createInterface({ input: reader.stdout, crlfDelay: Infinity })) {
      size += text.length
      if (size > limits.output) killReader()
      if (isOverLimit) break
      const line = parseLine(text)
      if (line === undefined) {
        // An invalid line means that the reader failed on the file; that is not a defect here.
        reader.kill('SIGKILL')
        break
      }
      if ('unreadable' in line) throw new UnreadableFile(line.unreadable)
      if ('started' in line) {
        clearTimeout(starting)
        // Only once: a reader that a file controls gets no more time.
        reading ??= setTimeout(killReader, limits.time)
      } else if ('row' in line) file.sheets.at(-1)!.rows.push(line)
      else if ('unread' in line) file.unread = line.unread
      else if ('sheet' in line) file.sheets.push({ name: line.sheet, rows: [], hidden: line.hidden })
      else if ('readAs' in line) file.readAs = line.readAs
      else isComplete = true
    }
    await closed
  } finally {
    clearTimeout(starting)
    clearTimeout(reading)
    clearInterval(watch)
    reader.kill('SIGKILL')
  }
  if (!isComplete)
    throw new UnreadableFile(
      isOverLimit
        ? TOO_LARGE
        : 'This file cannot be read. It is damaged, or takes more memory than a list of parks should.',
    )
  return file
}
