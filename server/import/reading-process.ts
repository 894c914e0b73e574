import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { UnreadableFile } from './table.ts'
import type { SheetFile } from './table.ts'

// Reads one file of somebody else's and says what is in it, line by line, on the standard output. A process of its own, that may read this
// program and that file and write nothing: what it is given may be made to hurt (server/import/read-file.ts starts it, and ends it).
const [, , fileType, path] = process.argv

/** Milliseconds between two looks at whether the server is still there. */
const LOOK_EVERY = 1_000

// Where the server itself is killed, nobody ends this process any more, and a file that keeps the thread busy would keep it for ever. Another
// thread looks, and ends it.
new Worker(
  `const { ppid } = process; setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), ${LOOK_EVERY})`,
  { eval: true },
).unref()

async function readSheets(): Promise<SheetFile> {
  const bytes = readFileSync(path!)
  if (fileType === 'csv') return (await import('./text.ts')).readText(bytes)
  return (await import('./workbook.ts')).readWorkbook(bytes)
}

function* linesOf({ sheets, readAs }: SheetFile): Generator<object> {
  yield { readAs }
  for (const { name, rows } of sheets) {
    yield { sheet: name }
    for (const { row, cells } of rows) yield { row, cells }
  }
  yield { end: true }
}

/** As one line: JSON lets these two stand as they are, and who reads lines takes them for ends of one. */
const lineOf = (value: object) =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

const write = (text: string) =>
  new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  )

try {
  let text = ''
  for (const line of linesOf(await readSheets())) {
    text += lineOf(line)
    if (text.length < 65_536) continue
    await write(text)
    text = ''
  }
  await write(text)
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  await write(lineOf({ unreadable: error.message }))
}
