import { readFileSync } from 'node:fs'
import { UnreadableFile } from './table.ts'
import type { SheetFile } from './table.ts'

// Reads one file of somebody else's and says what is in it, line by line, on the standard output. A process of its own, that may read this
// program and that file and write nothing: what it is given may be made to hurt (server/import/read-file.ts starts it, and ends it).
const [, , fileType, path] = process.argv

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

const write = (text: string) => new Promise<void>((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())))

try {
  let text = ''
  for (const line of linesOf(await readSheets())) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < 65_536) continue
    await write(text)
    text = ''
  }
  await write(text)
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  await write(`${JSON.stringify({ unreadable: error.message })}\n`)
}
