import { Worker } from 'node:worker_threads'
import type { ImportFileType } from '../../data/model/import.ts'
import { readSheets } from './sheets.ts'
import { UnreadableFile } from './table.ts'
import type { SheetFile } from './table.ts'

// Reads one untrusted file and writes its content, line by line, to standard output. It is a separate process
// that may only read this program and that file and write nothing, because the file may be malicious. Started
// and stopped by server/import/read-file.ts.
const [, , fileType, path] = process.argv

/** Interval for checking whether the server is still running. */
const PARENT_CHECK_INTERVAL_MS = 1_000

// If the server itself is killed, a file that keeps this thread busy would keep the process running for ever.
// A second thread checks for that and kills the process.
new Worker(
  `const { ppid } = process; setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), ${PARENT_CHECK_INTERVAL_MS})`,
  { eval: true },
).unref()

function* linesOf({ sheets, unread, readAs }: SheetFile): Generator<object> {
  yield { readAs }
  if (unread) yield { unread }
  for (const { name, rows, hidden = false } of sheets) {
    yield { sheet: name, hidden }
    for (const { row, cells, hidden: isHidden } of rows)
      yield { row, cells, ...(isHidden && { hidden: isHidden }) }
  }
  yield { end: true }
}

/**
 * Encodes a value as one line. JSON does not escape these two characters, which line readers take for line
 * ends.
 */
const lineOf = (value: object) =>
  `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`

const write = (text: string) =>
  new Promise<void>((resolve, reject) =>
    process.stdout.write(text, (error) => (error ? reject(error) : resolve())),
  )

try {
  await write(lineOf({ started: true }))
  let text = ''
  for (const line of linesOf(await readSheets(path!, fileType as ImportFileType))) {
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
