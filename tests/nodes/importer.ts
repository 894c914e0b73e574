import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { PARKS_PER_LIST } from './ledger.ts'
import type { Ledger } from './ledger.ts'

const PAUSE_MS = 3_000

function formOf(name: string, content: string): { type: string; body: string } {
  const boundary = `----${randomUUID()}`
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const body = [
    part('name="fileType"', 'csv'),
    part(`name="csvFile"; filename="${name}.csv"\r\nContent-Type: text/csv`, content),
    `--${boundary}--\r\n`,
  ].join('')
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** An administrator who imports lists, each once, until stopped. */
export async function importLists(client: Client, ledger: Ledger, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const list = `List ${randomUUID()}`
    const rows = Array.from(
      { length: PARKS_PER_LIST },
      (_, row) =>
        `${list} No ${row},${row} Quarry Road,Clifton Hill,VIC,3068,${-37 - Math.random()},${144 + Math.random()}`,
    )
    const { type, body } = formOf(
      list,
      ['name,address,city,state,postal_code,latitude,longitude', ...rows].join('\n'),
    )
    ledger.sendImport(list)
    try {
      const answer = await client.send('POST', '/api/admin/import-parks', body, { 'content-type': type })
      if (answer.status === 200) {
        const { imported } = JSON.parse(answer.body) as { imported: number }
        if (imported !== PARKS_PER_LIST) throw new RangeError(`${imported} parks imported: ${answer.body}`)
        ledger.acknowledgeImport(list)
      } else if (answer.status < 500) throw new RangeError(`import: ${answer.status} ${answer.body}`)
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
    await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}
