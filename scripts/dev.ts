import { spawn } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '../fastify.config.ts'
import { root } from './root.ts'

// Runs the API on its configured port, restarted when its files change, and the client with live reload on
// port 5173, with a proxy to the API.
const { host, port } = readConfig()

const seed = spawn(process.execPath, [path.join(root, 'scripts', 'seed.ts')], { cwd: root, stdio: 'inherit' })
const seeded = await new Promise<number>((resolve) => seed.on('exit', (code) => resolve(code ?? 1)))
if (seeded !== 0) process.exit(seeded)

const api = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', path.join(root, 'server', 'main.ts')],
  { cwd: root, stdio: 'inherit' },
)
const client = await createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  server: { proxy: { '/api': `http://${host}:${port}` } },
})
await client.listen()
client.printUrls()

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    api.kill(signal)
    void client.close().then(() => process.exit(0))
  })
}
