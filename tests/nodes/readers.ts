import { setTimeout as sleep } from 'node:timers/promises'
import { DirectoryManifest } from '../../data/model/directory.ts'
import { Problem } from '../../data/model/problem.ts'
import { Client } from './client.ts'

const PAUSE_MS = 60

/** The results of reads. */
export class Reads {
  answered = 0
  /** Replies of routes that need the database, while it was away: 503 DatabaseConnectionError. */
  unavailable = 0
  readonly failed: string[] = []
  /** Whether the database is away, or was a moment ago. */
  isDatabaseAway: () => boolean = () => false
}

/** What is served without the database: pages, code files, parts of the directory. */
async function filesOf(client: Client): Promise<string[]> {
  const page = await client.send('GET', '/')
  const assets = Array.from(page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path!)
  const manifest = DirectoryManifest.parse(
    JSON.parse((await client.send('GET', '/api/directory?format=2')).body),
  )
  if (assets.length === 0) throw new Error('the page names no code files')
  return ['/', '/states', '/park/3', '/api/states', ...assets.slice(0, 2), manifest.parks.parts[0]!.url]
}

/** What is only answered while the database is available. */
const LIVE = ['/api/search?query=creek&limit=5', '/api/parks/3', '/api/directory?format=2', '/api/user']

/** Reads one path after the other, as visitors with addresses of their own, until stopped. */
export async function read(origin: string, readers: number, reads: Reads, stop: AbortSignal): Promise<void> {
  const first = new Client(origin, 500)
  const files = await filesOf(first)
  first.close()
  const known = new Set(files)
  await Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      const client = new Client(origin, 501 + reader)
      const paths = [...files, ...LIVE]
      for (let at = reader; !stop.aborted; at += 1) {
        const path = paths[at % paths.length]!
        const wasAway = reads.isDatabaseAway()
        try {
          const { status, body } = await client.send('GET', path)
          if (status === 200 || (path === '/api/user' && status === 401)) reads.answered += 1
          else if (
            status === 503 &&
            !known.has(path) &&
            (wasAway || reads.isDatabaseAway()) &&
            Problem.safeParse(JSON.parse(body)).data?.errorType === 'DatabaseConnectionError'
          )
            reads.unavailable += 1
          else reads.failed.push(`${path}: ${status} ${body.slice(0, 200)}`)
        } catch (error) {
          reads.failed.push(`${path}: ${String(error)}`)
        }
        await sleep(PAUSE_MS)
      }
      client.close()
    }),
  )
}
