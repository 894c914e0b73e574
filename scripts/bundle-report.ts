import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

/** Most JavaScript `/` may need before it is usable, brotli bytes. */
const BUDGET = 165_000
/** Most files the service worker may fetch on a first visit: each is a request, on the weakest of networks too. */
const MOST_FILES = 75
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
 * Chunks `/` needs to be usable: the entry, the home screen and all they import at once. The search worker is not among them: a first visit is
 * answered by the server while the worker loads, and later visits find it in the cache.
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
    if (chunk.isEntry || key.endsWith('routes/home.tsx')) visit(key)
  return [...files].filter((file) => file.endsWith('.js'))
}

/** What runs before anything is painted (scripts/first-paint.ts) is no chunk of the app. */
const beforeFirstPaint = async () =>
  (await readdir(path.join(OUT, 'assets')))
    .filter((file) => /^first-paint-.*\.js$/.test(file))
    .map((file) => `assets/${file}`)

/** The file in the form it is sent in. */
const sizeSent = async (file: string) =>
  (await readFile(path.join(OUT, `${file}.br`)).catch(() => readFile(path.join(OUT, file)))).length

/** What the service worker fetches to start without a network: paths, from the list the build has written into it. */
const kept = async () =>
  [...(await readFile(path.join(OUT, 'sw.js'), 'utf8')).matchAll(/\burl:`([^`]+)`|"url":"([^"]+)"/g)].map(
    ([, one, other]) => (one ?? other)!,
  )

/** Prints what `/` and starting without a network cost, and says whether they keep within their budgets. Needs a build with its precompressed files. */
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
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`)
  console.log(
    `${(total / 1000).toFixed(1).padStart(8)} kB  JavaScript before / is usable, brotli (budget ${BUDGET / 1000} kB)`,
  )
  const files = await kept()
  if (!files.includes('index.html'))
    throw new Error('the list of the service worker cannot be read from sw.js')
  const whole = (await Promise.all(files.map(sizeSent))).reduce((sum, bytes) => sum + bytes, 0)
  console.log(
    `${(whole / 1000).toFixed(1).padStart(8)} kB  in ${files.length} files for the service worker (at most ${MOST_FILES} files)`,
  )
  return total <= BUDGET && files.length <= MOST_FILES
}

if (import.meta.main) process.exitCode = (await reportBundle()) ? 0 : 1
