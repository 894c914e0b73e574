import { spawn } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { HOUR } from '../../../data/model/constants.ts'
import type { Table } from '../../../server/import/table.ts'

/** A list of so many parks, each somewhere of its own. */
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

/** What the database holds of parks and imports. */
export function stateOf(path: string): {
  parks: number
  seq: number
  done: number
  staging: number
  integrity: string
} {
  const database = new Database(path)
  const one = (question: string) => database.prepare(question).pluck().get()
  const state = {
    parks: one("select count(*) from parks where name like 'Rosella Run %'") as number,
    seq: one('select seq from directory_meta') as number,
    done: one("select count(*) from imports where state = 'done'") as number,
    staging: one("select count(*) from imports where state = 'staging'") as number,
    integrity: one('pragma integrity_check') as string,
  }
  database.close()
  return state
}

/**
 * Imports in a process of its own and kills it: as soon as so many rows are staged, and so many milliseconds later. Whether it had come to its end.
 * `round` counts hours, so that what an earlier one left behind is old.
 */
export function killedImport(
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
