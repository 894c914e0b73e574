import { readFileSync } from 'node:fs'
import type { ImportFileType } from '../../data/model/import.ts'
import type { SheetFile } from './table.ts'

/**
 * Reads a list in this process, without the limits of `readFile` (server/import/read-file.ts).
 * @throws UnreadableFile; another error if the list is damaged
 */
export async function readSheets(path: string, fileType: ImportFileType): Promise<SheetFile> {
  const bytes = readFileSync(path)
  if (fileType === 'csv') return (await import('./text.ts')).readText(bytes)
  return (await import('./workbook.ts')).readWorkbook(bytes)
}
