import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

/** Maximum JavaScript that `/` may need before it is usable, brotli bytes. */
const MAX_HOME_BYTES = 165_000
/**
 * Maximum number of files that the service worker fetches on a first visit, because each is a request, also
 * on slow networks.
 */
const MAX_PRECACHED_FILES = 75
const OUT = path.join(root, 'dist', 'client')

const Chunk = z.object({
  file: z.string(),
  imports: z.optional(z.array(z.string())),
})
const BuildManifest = z.record(z.string(), Chunk)

type Manifest = z.infer<typeof BuildManifest>

const APP = 'index.html'
const WORKER = 'client/search-worker/worker.ts'

/** Chunks of a module and of all its static imports. */
function chunksOf(manifest: Manifest, module: string): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no chunk of ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(module)
  return [...files].filter((file) => file.endsWith('.js'))
}

/** Scripts that run before the first paint (scripts/first-paint.ts) and are not chunks of the app. */
const beforeFirstPaint = async () =>
  (await readdir(path.join(OUT, 'assets')))
    .filter((file) => /^first-paint-.*\.js$/.test(file))
    .map((file) => `assets/${file}`)

/** Size of a file as sent. */
const sizeSent = async (file: string) =>
  (await readFile(path.join(OUT, `${file}.br`)).catch(() => readFile(path.join(OUT, file)))).length

/** Bytes of files as sent, together. */
const sizeOf = async (files: readonly string[]) =>
  (await Promise.all(files.map(sizeSent))).reduce((sum, bytes) => sum + bytes, 0)

/** Paths of the files that the service worker precaches, from the list in the built sw.js. */
const precachedFiles = async () =>
  [...(await readFile(path.join(OUT, 'sw.js'), 'utf8')).matchAll(/\burl:`([^`]+)`|"url":"([^"]+)"/g)].map(
    ([, one, other]) => (one ?? other)!,
  )

/**
 * Prints the sizes of `/` and of the precache, and returns whether they are within their budgets. Needs a
 * build with its compressed files.
 */
export async function reportBundle(): Promise<boolean> {
  const manifest = BuildManifest.parse(
    JSON.parse(await readFile(path.join(OUT, 'build-manifest.json'), 'utf8')),
  )
  // The search worker is not part of it: on a first visit the server answers while it loads, and later visits
  // have it in the cache.
  const home = chunksOf(manifest, APP)
  const sizes = await Promise.all(
    [...home, ...(await beforeFirstPaint())].map(async (file) => ({ file, bytes: await sizeSent(file) })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`${kilobytes(bytes)}  ${file}`)
  console.log(
    `${kilobytes(total)}  JavaScript before / is usable, brotli (budget ${MAX_HOME_BYTES / 1000} kB)`,
  )
  const worker = chunksOf(manifest, WORKER)
  if (worker.includes(manifest[APP]!.file))
    throw new Error('the search worker imports code of the page: see docs/decisions/042')
  const onlyWorker = await sizeOf(worker.filter((file) => !home.includes(file)))
  console.log(`${kilobytes(onlyWorker)}  that the search worker needs beyond it`)
  const files = await precachedFiles()
  if (!files.includes('index.html')) throw new Error('cannot read the precache list from sw.js')
  if (new Set(files).size < files.length) throw new Error('the service worker would download a file twice')
  const precachedBytes = await sizeOf(files)
  const count = `${files.length} files for the service worker (at most ${MAX_PRECACHED_FILES} files)`
  console.log(`${kilobytes(precachedBytes)}  in ${count}`)
  return total <= MAX_HOME_BYTES && files.length <= MAX_PRECACHED_FILES
}

if (import.meta.main) process.exitCode = (await reportBundle()) ? 0 : 1
