import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_FLAGS, findTestBrowser } from '../../scripts/browser.ts'

/** A browser with a fresh profile, whose tabs others open over its debugging port. */
export interface ExploredBrowser {
  /** For `bombadil --remote-debugger`. */
  readonly debugger: string
  /** Evaluates an expression in a new tab at the address, when its document has loaded, and closes the tab. */
  evaluateAt(url: string, expression: string): Promise<unknown>
  /** Errors in the console, exceptions and rejections of workers, which Bombadil does not see. */
  readonly workerProblems: ReadonlySet<string>
  /** Tells every tab and worker whether there is a network. */
  setOffline(offline: boolean): Promise<void>
  /** Whether the main thread of every tab replies. */
  replies(): Promise<boolean>
  dispose(): Promise<void>
}

/** A tab or a worker. */
interface Target {
  type: string
  url: string
}

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

/** Somewhere in Sydney, because the real position would be asked of a service of the browser's maker. */
const POSITION = { latitude: -33.8915, longitude: 151.2767, accuracy: 30 }

/**
 * How a service worker lets a request of the page fail: what it responds with is a promise that rejects, which the
 * browser also reports as a rejection that nothing handles. The page handles it.
 */
const NO_REPLY = /ServerPaused|TypeError: Failed to fetch/

/** Attaches to what is opened later, without holding it up. */
const AUTO_ATTACH = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }

const START_TIMEOUT_MS = 30_000
const REPLY_TIMEOUT_MS = 10_000

/**
 * Starts the browser behind a proxy. Its own connection to the browser's debugging protocol sits beside
 * Bombadil's, for what Bombadil has no action for. Playwright is not used for it, because it would answer the
 * dialogs that Bombadil answers.
 */
export async function startExploredBrowser(proxy: string): Promise<ExploredBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'offlead-explore-'))
  const child = spawn(
    findTestBrowser(),
    [
      ...BROWSER_FLAGS,
      '--headless=new',
      `--proxy-server=${proxy}`,
      // Without this, addresses of this machine would bypass the proxy.
      '--proxy-bypass-list=<-loopback>',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  )
  const portFile = path.join(profile, 'DevToolsActivePort')
  const deadline = Date.now() + START_TIMEOUT_MS
  let lines: string[] = []
  while (lines.length < 2) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the browser does not start')
    await sleep(50)
    lines = (await readFile(portFile, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  }
  const socket = new WebSocket(`ws://127.0.0.1:${lines[0]}${lines[1]}`)
  await once(socket, 'open')

  const waiting = new Map<
    number,
    PromiseWithResolvers<Record<string, unknown>> & { sessionId: string | undefined }
  >()
  const targets = new Map<string, Target>()
  const workerProblems = new Set<string>()
  let offline = false
  let lastId = 0
  const send = (method: string, params: object = {}, sessionId?: string) => {
    // Bombadil may end the browser with its tab.
    if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('the browser has ended'))
    const id = ++lastId
    const reply = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(id, { ...reply, sessionId })
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    return reply.promise
  }
  const emulate = (sessionId: string) =>
    send(
      'Network.emulateNetworkConditions',
      { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
      sessionId,
    )
  const prepare = async (sessionId: string, { type }: Target) => {
    if (type === 'page') await send('Emulation.setGeolocationOverride', POSITION, sessionId)
    else await send('Runtime.enable', {}, sessionId)
    await send('Target.setAutoAttach', AUTO_ATTACH, sessionId)
    await send('Network.enable', {}, sessionId)
    await emulate(sessionId)
  }
  const receive = ({ method, params, sessionId: from = '' }: Message) => {
    const sessionId = String(params?.['sessionId'])
    if (method === 'Target.attachedToTarget') {
      const target = params?.['targetInfo'] as Target
      targets.set(sessionId, target)
      // A target may close at any time, and not every kind of worker has a network of its own.
      prepare(sessionId, target).catch(() => undefined)
    } else if (method === 'Target.detachedFromTarget') {
      targets.delete(sessionId)
      // What has closed replies to nothing.
      for (const [id, call] of waiting)
        if (call.sessionId === sessionId && waiting.delete(id))
          call.reject(new Error('the target has closed'))
    } else if (
      method === 'Runtime.exceptionThrown' ||
      (method === 'Runtime.consoleAPICalled' && params?.['type'] === 'error')
    ) {
      const { type, url } = targets.get(from) ?? { type: 'page', url: '' }
      const thrown = params?.['exceptionDetails'] as { text: string; exception?: { description?: string } }
      const problem = thrown
        ? `${thrown.text} ${thrown.exception?.description}`
        : JSON.stringify(params?.['args'])
      if (type !== 'page' && !NO_REPLY.test(problem)) workerProblems.add(`${type} ${url}: ${problem}`)
    }
  }
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message
    const { id, result, error } = message
    if (id === undefined) {
      receive(message)
      return
    }
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result ?? {})
    waiting.delete(id)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'))
  })
  await send('Target.setAutoAttach', AUTO_ATTACH)

  return {
    debugger: `http://127.0.0.1:${lines[0]}`,
    workerProblems,
    async evaluateAt(url, expression) {
      const { targetId } = await send('Target.createTarget', { url })
      const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as {
        sessionId: string
      }
      const evaluate = async (expression: string) => {
        const { result, exceptionDetails } = await send(
          'Runtime.evaluate',
          { expression, awaitPromise: true, returnByValue: true },
          sessionId,
        )
        if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
        return (result as { value?: unknown }).value
      }
      try {
        const isLoaded = `location.protocol === 'http:' && document.readyState === 'complete'`
        while (!(await evaluate(isLoaded).catch(() => false))) await sleep(50)
        return await evaluate(expression)
      } finally {
        await send('Target.closeTarget', { targetId })
      }
    },
    async setOffline(isOffline) {
      offline = isOffline
      await Promise.all([...targets.keys()].map((sessionId) => emulate(sessionId).catch(() => undefined)))
    },
    async replies() {
      const tabs = [...targets].filter(([, { type }]) => type === 'page')
      const late = sleep(REPLY_TIMEOUT_MS).then(() => false)
      const replied = await Promise.all(
        tabs.map(([sessionId]) =>
          Promise.race([
            late,
            send('Runtime.evaluate', { expression: '1' }, sessionId).then(
              () => true,
              () => true,
            ),
          ]),
        ),
      )
      return replied.every(Boolean)
    },
    async dispose() {
      socket.close()
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid!, 'SIGKILL')
        await once(child, 'exit')
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
