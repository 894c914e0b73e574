import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { seedParks } from '../../data/sources/parks.ts'
import { startProduct } from '../support/product.ts'

/** Requests of one measurement, for the answers that cost least. */
const REQUESTS = 60
/** Bytes of the part of an earlier version, about those of a part of 20,000 parks. */
const PART_BYTES = 1_000_000

/** A part as an earlier version of the directory has left it. */
function leavePart(dataDir: string): string {
  const bytes = Buffer.from(JSON.stringify(seedParks()).slice(0, PART_BYTES))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const folder = path.join(dataDir, 'parts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${sha256}.json`), bytes)
  writeFileSync(path.join(folder, `${sha256}.json.gz`), gzipSync(bytes))
  writeFileSync(path.join(folder, `${sha256}.json.br`), brotliCompressSync(bytes))
  return `/api/directory/parts/${sha256}.json`
}

/** Processor time of the whole server process, threads included, for each request of answers that are not searches. */
export async function answersBench(): Promise<void> {
  const product = await startProduct({ RATE_LIMIT: 'on' })
  try {
    const part = leavePart(product.dataDir)
    const ids = seedParks().map((_, at) => at + 1)
    const consumed = async () => {
      const text = await (await fetch(`${product.url}/metrics`)).text()
      return Number(/^offlead_process_cpu_seconds_total (.+)$/m.exec(text)![1]) * 1000
    }
    const measure = async (name: string, addresses: readonly string[], warm = true) => {
      const ask = async (address: string) => {
        const answer = await fetch(product.url + address, { headers: { 'accept-encoding': 'br' } })
        if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
        return (await answer.arrayBuffer()).byteLength
      }
      if (warm) await ask(addresses[0]!)
      const before = await consumed()
      let bytes = 0
      for (const address of addresses) bytes = await ask(address)
      const each = ((await consumed()) - before) / addresses.length
      console.log(
        `  ${name}: ${each.toFixed(2)} ms a request (${addresses.length} requests, the last ${bytes} bytes)`,
      )
    }
    const again = (address: string, times = REQUESTS) => Array.from({ length: times }, () => address)
    await consumed()
    for (const id of ids.slice(0, 20)) await (await fetch(`${product.url}/park/${id}`)).arrayBuffer()
    console.log('\nProcessor time of the server a request, one after the other, Accept-Encoding: br')
    await measure(
      'a park page for the first time',
      ids.slice(100, 200).map((id) => `/park/${id}`),
      false,
    )
    await measure('the same park page again', again(`/park/${ids[150]}`))
    await measure(
      'a park page beyond the screens an address may have made',
      ids.slice(200, 500).map((id) => `/park/${id}`),
      false,
    )
    await measure('/sitemap.xml', again('/sitemap.xml'))
    await measure('a part of an earlier version', again(part))
    await measure('/api/parks, all of them', again('/api/parks', 50))
    await measure('/api/parks, all but one', again('/api/parks?offset=1', 50))
    await measure('/api/openapi.json', again('/api/openapi.json'))
  } finally {
    await product.dispose()
  }
}
