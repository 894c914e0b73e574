import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { seedParks } from '../../data/sources/parks.ts'
import { startProduct } from '../../tests/support/product.ts'

/** Number of requests for the cheapest replies. */
const REQUESTS = 60
/** Size of the part of an earlier version, about that of a part of 20,000 parks. */
const PART_BYTES = 1_000_000

/** Writes a part as an earlier version of the directory has left it on disk; returns its URL path. */
function writeEarlierPart(dataDir: string): string {
  const bytes = Buffer.from(JSON.stringify(seedParks()).slice(0, PART_BYTES))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const folder = path.join(dataDir, 'parts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${sha256}.json`), bytes)
  writeFileSync(path.join(folder, `${sha256}.json.gz`), gzipSync(bytes))
  writeFileSync(path.join(folder, `${sha256}.json.br`), brotliCompressSync(bytes))
  return `/api/directory/parts/${sha256}.json`
}

/** Prints the CPU time of the server process, including its threads, for requests other than searches. */
export async function answersBench(): Promise<void> {
  const product = await startProduct({ RATE_LIMIT: 'on' })
  try {
    const part = writeEarlierPart(product.dataDir)
    const ids = seedParks().map((_, at) => at + 1)
    const cpuTimeMs = async () => {
      const text = await (await fetch(`${product.url}/metrics`)).text()
      return Number(/^offlead_process_cpu_seconds_total (.+)$/m.exec(text)![1]) * 1000
    }
    const measure = async (name: string, paths: readonly string[], warm = true) => {
      const ask = async (urlPath: string) => {
        const answer = await fetch(product.url + urlPath, { headers: { 'accept-encoding': 'br' } })
        if (!answer.ok) throw new Error(`${urlPath}: ${answer.status}`)
        return (await answer.arrayBuffer()).byteLength
      }
      if (warm) await ask(paths[0]!)
      const before = await cpuTimeMs()
      let bytes = 0
      for (const urlPath of paths) bytes = await ask(urlPath)
      const each = ((await cpuTimeMs()) - before) / paths.length
      console.log(
        `  ${name}: ${each.toFixed(2)} ms a request (${paths.length} requests, the last ${bytes} bytes)`,
      )
    }
    const repeated = (urlPath: string, times = REQUESTS) => Array.from({ length: times }, () => urlPath)
    await cpuTimeMs()
    for (const id of ids.slice(0, 20)) await (await fetch(`${product.url}/park/${id}`)).arrayBuffer()
    console.log('\nCPU time of the server per request, one after the other, Accept-Encoding: br')
    await measure(
      'a park page for the first time',
      ids.slice(100, 200).map((id) => `/park/${id}`),
      false,
    )
    await measure('the same park page again', repeated(`/park/${ids[150]}`))
    await measure(
      'a park page over the limit of rendered screens for an address',
      ids.slice(200, 500).map((id) => `/park/${id}`),
      false,
    )
    await measure('/sitemap.xml', repeated('/sitemap.xml'))
    await measure('a part of an earlier version', repeated(part))
    await measure('/api/parks, all of them', repeated('/api/parks', 50))
    await measure('/api/parks, all but one', repeated('/api/parks?offset=1', 50))
    await measure('/api/openapi.json', repeated('/api/openapi.json'))
  } finally {
    await product.dispose()
  }
}
