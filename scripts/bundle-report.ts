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
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
  dynamicImports: z.optional(z.array(z.string())),
  assets: z.optional(z.array(z.string())),
})
const BuildManifest = z.record(z.string(), Chunk)

/**
 * Chunks that `/` needs to be usable: the entry, the home screen and their static imports. The search worker
 * is not included: on a first visit the server answers while it loads, and later visits have it in the cache.
 */
function chunksOfHome(manifest: z.infer<typeof BuildManifest>): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const [key, chunk] of Object.entries(manifest))
    if (chunk.isEntry || key.endsWith('features/search/home.tsx')) visit(key)
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
  const sizes = await Promise.all(
    [...chunksOfHome(manifest), ...(await beforeFirstPaint())].map(async (file) => ({
      file,
      bytes: await sizeSent(file),
    })),
  )
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`${kilobytes(bytes)}  ${file}`)
  console.log(
    `${kilobytes(total)}  JavaScript before / is usable, brotli (budget ${MAX_HOME_BYTES / 1000} kB)`,
  )
  const files = await precachedFiles()
  if (!files.includes('index.html')) throw new Error('cannot read the precache list from sw.js')
  const precachedBytes = (await Promise.all(files.map(sizeSent))).reduce((sum, bytes) => sum + bytes, 0)
  const count = `${files.length} files for the service worker (at most ${MAX_PRECACHED_FILES} files)`
  console.log(`${kilobytes(precachedBytes)}  in ${count}`)
  return total <= MAX_HOME_BYTES && files.length <= MAX_PRECACHED_FILES
}

if (import.meta.main) process.exitCode = (await reportBundle()) ? 0 : 1
