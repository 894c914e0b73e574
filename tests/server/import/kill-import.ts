import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { HOUR } from '../../../data/model/constants.ts'
import type { Table } from '../../../server/import/table.ts'
import { openDatabase } from '../sql.ts'

/** A list of parks, each at a different position. */
export function listOf(rows: number): Table {
  return {
    header: ['name', 'suburb', 'state', 'lat', 'long'],
    rows: Array.from({ length: rows }, (_, at) => ({
      row: at + 2,
      cells: [
        `Rosella Run ${at}`,
        'Carlton North',
        'VIC',
        String(-37.7851 + (at % 100) * 1e-4),
        String(144.9721 + at * 1e-5),
      ],
    })),
    readAs: 'test',
  }
}

/** The state of parks and imports in a database. */
export function stateOf(path: string): {
  parks: number
  seq: number
  done: number
  staging: number
  integrity: string
} {
  const database = openDatabase(path)
  const valueOf = (query: string) => database.prepare(query).pluck().get()
  const state = {
    parks: valueOf("select count(*) from parks where name like 'Rosella Run %'") as number,
    seq: valueOf('select seq from directory_meta') as number,
    done: valueOf("select count(*) from imports where state = 'done'") as number,
    staging: valueOf("select count(*) from imports where state = 'staging'") as number,
    integrity: database.integrity(),
  }
  database.close()
  return state
}

/**
 * Imports in another process and kills it `later` milliseconds after `staged` rows are staged.
 * @param round hour of the import, so that the remains of an earlier one are old enough to be deleted
 * @returns whether the import was complete
 */
export function killImport(
  path: string,
  rows: number,
  { staged, later, round }: { staged: number; later: number; round: number },
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      join(import.meta.dirname, 'importing-process.ts'),
      path,
      String(rows),
      String(round * HOUR),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  let killing = false
  child.stdout.on('data', (chunk: Buffer) => {
    out += String(chunk)
    const done = Number(
      out
        .trimEnd()
        .split('\n')
        .findLast((line) => /^\d+$/.test(line)) ?? 0,
    )
    if (done < staged || killing) return
    killing = true
    setTimeout(() => child.kill('SIGKILL'), later)
  })
  return new Promise((resolve) => child.on('close', () => resolve(out.includes('ended'))))
}
