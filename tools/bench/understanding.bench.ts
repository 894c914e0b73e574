import * as z from 'zod'
import { Park } from '../../data/model/park.ts'
import { Understood } from '../../data/model/search.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import { councils } from '../../data/sources/councils.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { onDevice, openedBy } from '../../tests/support/opened.ts'
import { startProduct } from '../../tests/support/product.ts'
import { QUERY_KINDS, understandingCorpus } from '../../tests/support/understanding-corpus.ts'
import type { TypedQuery } from '../../tests/support/understanding-corpus.ts'

/** Requests at a time. */
const BATCH = 20

async function onServer(url: string, { text, near }: TypedQuery): Promise<string | undefined> {
  const query = new URLSearchParams({ query: text, limit: '1' })
  for (const [name, value] of Object.entries(near ?? {})) query.set(name, String(value))
  const reply = await fetch(`${url}/api/search?${query}`)
  const [park] = z.array(Park).parse(await reply.json())
  const understood = Understood.parse(
    JSON.parse(decodeURIComponent(reply.headers.get('x-understood') ?? 'null')),
  )
  return openedBy(understood, park?.id)
}

/**
 * Asks device and server what they understand by each text of the corpus, and prints how often Enter opens
 * the first suggestion, and what the person means. `--misses` lists the texts that are read differently.
 */
export async function understandingBench(): Promise<void> {
  const gazetteer = buildGazetteer(localities(), councils())
  const engine = buildEngine(seedParks(), () => gazetteer)
  const corpus = understandingCorpus(localities(), seedParks())
  const product = await startProduct()
  const asked: { query: TypedQuery; suggested?: string; device?: string; server?: string }[] = []
  try {
    for (let start = 0; start < corpus.length; start += BATCH) {
      asked.push(
        ...(await Promise.all(
          corpus.slice(start, start + BATCH).map(async (query) => {
            const { opened, suggested } = onDevice(engine, query)
            const server = await onServer(product.url, query)
            return {
              query,
              ...(suggested && { suggested }),
              ...(opened && { device: opened }),
              ...(server && { server }),
            }
          }),
        )),
      )
    }
  } finally {
    await product.dispose()
  }
  const means = ({ means }: TypedQuery, opened: string | undefined) =>
    opened !== undefined && means.includes(opened)
  const share = (of: typeof asked, holds: (one: (typeof asked)[number]) => boolean) =>
    of.length === 0 ? '–' : `${((100 * of.filter(holds).length) / of.length).toFixed(1)} %`
  const figures = (of: typeof asked) => ({
    texts: of.length,
    'Enter opens the first suggestion': share(of, ({ device, suggested }) => device === suggested),
    'device: meant': share(of, ({ query, device }) => means(query, device)),
    'server: meant': share(of, ({ query, server }) => means(query, server)),
    'device and server agree': share(of, ({ device, server }) => device === server),
  })
  const telling = asked.filter(({ query }) => query.telling)
  console.log(`understanding: ${corpus.length} texts, what Enter opens and what the person means`)
  console.table({
    ...Object.fromEntries(
      QUERY_KINDS.map((kind) => [kind, figures(asked.filter(({ query }) => query.kind === kind))]),
    ),
    'at least 5 letters, or with state or postcode': figures(telling),
    all: figures(asked),
  })
  if (!process.argv.includes('--misses')) return
  for (const { query, suggested, device, server } of asked) {
    if (means(query, device) && device === suggested && device === server) continue
    console.log([query.kind, query.text, query.means.join(' or '), suggested, device, server].join(' | '))
  }
}
