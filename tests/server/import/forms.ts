import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ImportResult } from '../../../data/model/import.ts'
import type { AssignedColumn, ImportFileType } from '../../../data/model/import.ts'
import type { OpenJobs } from '../../../server/import/service.ts'
import { FROM_OUR_PAGE, member } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { startedServer } from '../harness.ts'
import type { Running } from '../harness.ts'
import { openJobsHere } from './jobs-here.ts'
import { openDatabase } from '../sql.ts'

/** A part of a form: a text, or a file. */
export type Part = string | { name: string; content: Buffer | string }

/** A multipart form as browsers send it, with its parts in the given order. */
export function form(parts: readonly (readonly [name: string, part: Part])[]): {
  payload: Buffer
  headers: Record<string, string>
} {
  const boundary = `----offlead${randomUUID()}`
  const chunks = parts.flatMap(([name, part]) => {
    const file =
      typeof part === 'string' ? '' : `; filename="${part.name}"\r\nContent-Type: application/octet-stream`
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(typeof part === 'string' ? part : part.content),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { ...FROM_OUR_PAGE, 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export interface Sent {
  type?: ImportFileType
  name?: string
  dryRun?: boolean
  source?: string
  columns?: readonly AssignedColumn[]
}

/** Registers an administrator. */
export async function administrator({ app, path }: Running): Promise<Visitor & { username: string }> {
  const person = await member(app, { username: `boss-${randomUUID().slice(0, 8)}` })
  const database = openDatabase(path)
  database.prepare('update users set isAdmin = 1 where id = ?').run(person.account.id)
  database.close()
  return { ...person, username: person.account.username }
}

/**
 * The real server with an administrator who imports lists.
 * @param openJobs what runs the imports; `openSharedProcesses` does as the product
 */
export async function importingServer({
  clock,
  openJobs = openJobsHere,
}: { clock?: () => Date; openJobs?: OpenJobs } = {}) {
  const running = await startedServer({}, clock, openJobs)
  const boss = await administrator(running)
  const post = (
    content: Buffer | string,
    { type = 'csv', name = type === 'csv' ? 'parks.csv' : 'parks.xlsx', dryRun, source, columns }: Sent = {},
  ) => {
    const { payload, headers } = form([
      [type === 'csv' ? 'csvFile' : 'excelFile', { name, content }],
      ['fileType', type],
      ...(dryRun ? [['dryRun', 'true'] as const] : []),
      ...(source ? [['source', source] as const] : []),
      ...(columns ? [['columns', JSON.stringify(columns)] as const] : []),
    ])
    return boss.send('POST', '/api/admin/import-parks', undefined, { payload, headers })
  }
  return {
    ...running,
    boss,
    post,
    /** Imports and expects success. */
    async take(content: Buffer | string, sent?: Sent) {
      const answer = await post(content, sent)
      expect(answer.statusCode, answer.body).toBe(200)
      return ImportResult.parse(answer.json())
    },
    park: async (id: number) => (await running.app.inject(`/api/parks/${id}`)).json(),
    async find(name: string) {
      const all = (await running.app.inject('/api/parks')).json() as { id: number; name: string }[]
      return all.filter((park) => park.name === name)
    },
  }
}

/** A list with one park, which the directory of the tests does not have, with more columns and their values. */
export const listOf = (columns: Record<string, string>): string =>
  `Name,Suburb,State,Postcode,Latitude,Longitude,${Object.keys(columns).join(',')}\n` +
  `Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,${Object.values(columns).join(',')}\n`
