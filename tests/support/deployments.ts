import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '../../fastify.config.ts'
import { root } from '../../scripts/root.ts'
import { startServer } from '../../server/start.ts'
import { freePort, seededFolder } from './product.ts'

/** A server whose client is redeployed while it is in use. */
export interface Deployments {
  readonly url: string
  /**
   * Replaces the served build with another one in which every code file has a different name.
   * @param documents the build whose documents are served, as during a deployment of several servers
   */
  deploy(build: number, documents?: number): Promise<void>
  /** Restarts the server on the same address. */
  restart(change?: { serviceWorker?: boolean }): Promise<void>
  dispose(): Promise<void>
}

const BUILT = path.join(root, 'dist', 'client')
const TEXT = /\.(js|css|html|json|webmanifest)$/
const COMPRESSED = /\.(br|gz)$/
const HASHED_NAME = /-([\w-]{8})\.(js|css|woff2)/g

/** The file names in another build. */
const renamed = (text: string, build: number) =>
  text.replace(
    HASHED_NAME,
    (_, hash: string, ending: string) => `-${hash.slice(0, 6)}${String(build).padStart(2, '0')}.${ending}`,
  )

/**
 * Writes the built client as another build: the same code, with different names for all code files, and a
 * marker with the build number.
 */
async function writeBuild(folder: string, build: number, documents = build): Promise<void> {
  const next = await mkdtemp(path.join(tmpdir(), 'offlead-build-'))
  await cp(BUILT, next, { recursive: true, filter: (source) => !COMPRESSED.test(source) })
  for (const entry of await readdir(next, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    if (TEXT.test(entry.name)) {
      let text = renamed(await readFile(file, 'utf8'), build)
      if (/^index-[\w-]{8}\.js$/.test(entry.name))
        text += `\n;if (globalThis.document) document.documentElement.dataset.build = '${build}';`
      // Pages and other files without a hash in their name have a revision instead.
      if (entry.name === 'sw.js')
        text = text.replace(/("revision":"[0-9a-f]{30})[0-9a-f]{2}/g, `$1${String(build).padStart(2, '0')}`)
      await writeFile(file, text)
    }
    const name = renamed(entry.name, build)
    if (name !== entry.name) {
      await cp(file, path.join(entry.parentPath, name))
      await rm(file)
    }
  }
  await writeDocuments(next, build, documents)
  await rm(folder, { recursive: true, force: true })
  await cp(next, folder, { recursive: true })
  await rm(next, { recursive: true, force: true })
}

/** Writes the documents of a build, and the hashes of those of `build` into its service worker. */
async function writeDocuments(folder: string, build: number, documents: number): Promise<void> {
  const worker = path.join(folder, 'sw.js')
  let code = await readFile(worker, 'utf8')
  for (const name of ['index.html', 'page.html']) {
    const document = await readFile(path.join(BUILT, name), 'utf8')
    const hash = createHash('sha256').update(renamed(document, build)).digest('base64')
    code = code.replace(RegExp(`"sha256-[^"]+"(?=[^}]+"${name}")`), `"sha256-${hash}"`)
    await writeFile(path.join(folder, name), renamed(document, documents))
  }
  await writeFile(worker, code)
}

/** Starts a separate server with the first build. */
export async function startDeployments(): Promise<Deployments> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-deployed-'))
  const clientDir = path.join(folder, 'client')
  const dataDir = await seededFolder()
  await writeBuild(clientDir, 1)
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT: 'off' }), clientDir }
  let app: FastifyInstance = await startServer(config)
  // Not one that the system chooses: a connection of another test could take it while the server restarts.
  const port = await freePort()
  const url = await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    deploy: (build, documents) => writeBuild(clientDir, build, documents),
    async restart(change = {}) {
      app.server.closeAllConnections()
      await app.close()
      app = await startServer({ ...config, ...change })
      await app.listen({ host: '127.0.0.1', port })
    },
    async dispose() {
      app.server.closeAllConnections()
      await app.close()
      await rm(folder, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
