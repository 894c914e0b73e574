import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { root } from './root.ts'

const OUT = path.join(root, 'dist', 'client')
/** Where a build is written (vite.config.ts), because a running server serves {@link OUT}. */
const NEXT = path.join(root, 'dist', 'next-client')
const PREVIOUS = path.join(root, 'dist', 'previous-client')
const STAMP = path.join(root, 'dist', 'built-from')
const INPUTS = [
  'client',
  'data',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/classic-script.ts',
  'scripts/first-paint.ts',
  'scripts/first-screen.ts',
  'package-lock.json',
]
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest)$/

async function filesUnder(entry: string): Promise<string[]> {
  const found = await readdir(entry, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null
      throw error
    },
  )
  return found === null
    ? [entry]
    : found.filter((item) => item.isFile()).map((item) => path.join(item.parentPath, item.name))
}

/** Hash of all inputs of the client build. */
async function inputHash(): Promise<string> {
  const files = (await Promise.all(INPUTS.map((entry) => filesUnder(path.join(root, entry))))).flat().sort()
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(path.relative(root, file))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

/** Writes a brotli and gzip version next to each text file, so that the server need not compress. */
async function precompress(): Promise<void> {
  const files = (await filesUnder(NEXT)).filter((file) => COMPRESSED.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

/** Builds the client into dist/client unless the existing build has the same inputs. */
export async function buildClient(options: { quiet?: boolean } = {}): Promise<void> {
  const hash = await inputHash()
  const built = await readFile(STAMP, 'utf8').catch(() => '')
  if (built === hash) return
  // With a test runner's NODE_ENV this would be a development build, and `npm start` would serve it.
  const environment = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: options.quiet ? 'warn' : 'info',
  })
  if (environment === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = environment
  await precompress()
  await rm(STAMP, { force: true })
  await rm(PREVIOUS, { recursive: true, force: true })
  await rename(OUT, PREVIOUS).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(NEXT, OUT)
  await rm(PREVIOUS, { recursive: true, force: true })
  await writeFile(STAMP, hash)
}

if (import.meta.main) await buildClient()
