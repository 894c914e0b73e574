import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/support/product.ts'
import { type ChildProgram, startProgram } from './child-program.ts'
import type { DrivenBrowser, Size } from './driven-browser.ts'
import type { Programs } from './installed.ts'
import { within } from './time-limit.ts'

const CALL_MS = 30_000
const START_MS = 60_000
/** Time for the engine to write what it has stored, before the browser is asked to end. */
const SETTLE_MS = 1_000

interface Message {
  id?: number
  method?: string
  params?: { targetId?: string; message?: string; newTargetId?: string; targetInfo?: TargetInfo }
  result?: {
    result?: { objectId?: string; value?: unknown; description?: string }
    wasThrown?: boolean
    dataURL?: string
  }
  error?: { message: string }
}
interface TargetInfo {
  targetId: string
  type: string
  isProvisional?: boolean
}

/** The connection to the one page of a WebKit browser, in the protocol of its web inspector. */
interface Inspector {
  /** The result of a promise. */
  evaluate(expression: string): Promise<unknown>
  /** Runs a script whose result is not needed, so that the page may be replaced meanwhile. */
  run(script: string): Promise<unknown>
  picture(size: Size): Promise<Uint8Array>
  close(): void
}

/**
 * WebKitGTK's browser with a profile on disk, which it does not have when WebDriver automates it. Its web
 * inspector is asked to run scripts; clicks and typing are therefore made by scripts.
 */
export async function launchInspected(
  programs: Programs,
  environment: (folder: string) => NodeJS.ProcessEnv,
  viewport: Size,
): Promise<DrivenBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offlead-engine-'))
  let program: ChildProgram | undefined
  let inspector: Inspector | undefined
  const start = async () => {
    const port = await freePort()
    program = startProgram(
      programs.miniBrowser,
      [`--geometry=${viewport.width}x${viewport.height}`, 'about:blank'],
      { env: { ...environment(folder), WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}` } },
    )
    inspector = await within(START_MS, 'the web inspector', connect(`127.0.0.1:${port}`))
  }
  const end = async () => {
    await sleep(SETTLE_MS)
    inspector?.close()
    await program?.end()
  }
  const evaluate: DrivenBrowser['evaluate'] = async (work, ...args) => {
    const json = await within(
      CALL_MS,
      'a script',
      inspector!.evaluate(
        `(async () => JSON.stringify((await (${work})(...${JSON.stringify(args)})) ?? null))()`,
      ),
    )
    return JSON.parse(String(json)) as never
  }
  await start()
  return {
    errors: [],
    async open(url) {
      await within(CALL_MS, 'opening a page', inspector!.run(`location.assign(${JSON.stringify(url)})`))
      await sleep(500)
    },
    evaluate,
    click: (selector) =>
      evaluate((selector) => document.querySelector<HTMLElement>(selector)!.click(), selector),
    type: (selector, text) =>
      evaluate(
        (selector, text) => {
          const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)!
          field.focus()
          field.select()
          document.execCommand('insertText', false, text)
        },
        selector,
        text,
      ),
    enter: (selector) =>
      evaluate(
        (selector) => document.querySelector<HTMLInputElement>(selector)!.form?.requestSubmit(),
        selector,
      ),
    picture: () => inspector!.picture(viewport),
    async restart() {
      await end()
      await start()
    },
    async close() {
      await end()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** The path of the first page's socket, in the list of pages that the browser serves. */
async function pageSocket(host: string): Promise<string> {
  for (;;) {
    const list = await fetch(`http://${host}/`).then(
      (response) => response.text(),
      () => '',
    )
    const [socket] = /\/socket\/\d+\/\d+\/WebPage/.exec(list) ?? []
    if (socket) return socket
    await sleep(200)
  }
}

async function connect(host: string): Promise<Inspector> {
  const socket = new WebSocket(`ws://${host}${await pageSocket(host)}`)
  const replies = new Map<number, PromiseWithResolvers<NonNullable<Message['result']>>>()
  const target = Promise.withResolvers<void>()
  let targetId = ''
  let lastId = 0
  const receive = ({ id, method, params, result, error }: Message) => {
    if (method === 'Target.targetCreated' && params?.targetInfo?.type === 'page') {
      if (!params.targetInfo.isProvisional) {
        ;({ targetId } = params.targetInfo)
        target.resolve()
      }
    } else if (method === 'Target.didCommitProvisionalTarget') targetId = params?.newTargetId ?? targetId
    else if (method === 'Target.dispatchMessageFromTarget')
      receive(JSON.parse(params?.message ?? '{}') as Message)
    else if (id !== undefined) {
      if (error) replies.get(id)?.reject(new Error(error.message))
      else replies.get(id)?.resolve(result ?? {})
    }
  }
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => receive(JSON.parse(data) as Message))
  await once(socket, 'open')
  await target.promise
  const send = (method: string, params: object) => {
    const id = ++lastId
    const reply = Promise.withResolvers<NonNullable<Message['result']>>()
    replies.set(id, reply)
    socket.send(
      JSON.stringify({
        id: ++lastId,
        method: 'Target.sendMessageToTarget',
        params: { targetId, message: JSON.stringify({ id, method, params }) },
      }),
    )
    return reply.promise.finally(() => replies.delete(id))
  }
  return {
    run: (expression) => send('Runtime.evaluate', { expression }),
    async evaluate(expression) {
      const { result: promise } = await send('Runtime.evaluate', { expression })
      const { result, wasThrown } = await send('Runtime.awaitPromise', {
        promiseObjectId: promise?.objectId,
        returnByValue: true,
      })
      if (wasThrown) throw new Error(result?.description ?? 'the script failed')
      return result?.value
    },
    async picture({ width, height }) {
      const { dataURL = '' } = await send('Page.snapshotRect', {
        x: 0,
        y: 0,
        width,
        height,
        coordinateSystem: 'Viewport',
      })
      return Buffer.from(dataURL.slice(dataURL.indexOf(',') + 1), 'base64')
    },
    close: () => socket.close(),
  }
}
