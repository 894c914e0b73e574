import {
  afterClaim,
  afterFailure,
  afterReturn,
  nextCallAt,
  onThisClock,
  readRetryAfter,
  type Trouble,
} from './backoff.ts'
import { openTroubleStore, type TroubleStore, type Troubles } from './trouble-store.ts'

/** The server as a whole, beside the kinds of calls. */
const SERVER = 'server'
/** From so many failures in a row on, a server is said to be in trouble: one may be a dropped connection. */
const KNOWN_AFTER = 2

/** An automatic call that is not made, because the server is in trouble. */
export class ServerPaused extends Error {
  override name = 'ServerPaused'
  /** Milliseconds until the next automatic call may be made. */
  readonly wait: number

  constructor(wait: number) {
    super(`the server is in trouble and is called again in ${Math.ceil(wait / 1000)} s`)
    this.wait = wait
  }
}

interface CallOptions {
  /** The person asked for it: it is made at once. Its outcome counts all the same. */
  asked?: boolean
  /**
   * One of many calls that a screen makes for itself, a picture: it is made unless this kind is known to fail, or the server is known not to answer
   * at all.
   */
  picture?: boolean
  /** The service worker may answer from what it keeps: a success says nothing of the server. */
  kept?: boolean
}

/**
 * The one back-off of a device: every automatic call to our server passes here, from pages, workers and the service worker. `kind` names calls that
 * fail together: 'sync', 'directory', a path.
 */
export interface ServerGate {
  /**
   * Makes a call, or refuses it while the server is in trouble, and notes how it went.
   * @throws ServerPaused when it was not made, else what `work` throws
   */
  run<T>(kind: string, work: () => Promise<T>, options?: CallOptions): Promise<T>
  /** The same for the request of a file, whose status decides. */
  fetch(kind: string, send: () => Promise<Response>, options?: CallOptions): Promise<Response>
  /** Milliseconds until an automatic call of this kind may be made; 0 for now. */
  wait(kind: string): Promise<number>
  /** The same as far as this page has heard: for those who cannot wait for the answer. */
  waitKnown(kind: string): number
  /** Whether calls of this kind have failed more than once and not succeeded since. */
  inTrouble(kind: string): Promise<boolean>
  /** The network is back after it was really away: the next call may come earlier, once. */
  networkReturned(): Promise<void>
  /** Told when the server has answered after it was in trouble, whichever tab or worker it answered; returns stop. */
  onRecovery(listener: () => void): () => void
}

export interface GatePorts {
  store: TroubleStore
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** Whether the browser has a network: what fails without one says nothing of the server. */
  online(): boolean
}

/** What the outcome of a call says. `null`: nothing. */
interface Verdict {
  server: 'answers' | 'fails' | null
  kind: 'answers' | 'fails' | null
  /** Milliseconds. */
  retryAfter: number | null
  /** There was no answer at all. */
  silent: boolean
}

const GOOD: Verdict = { server: 'answers', kind: 'answers', retryAfter: null, silent: false }
const NONE: Verdict = { server: 'fails', kind: 'fails', retryAfter: null, silent: true }
const UNKNOWN: Verdict = { server: null, kind: null, retryAfter: null, silent: false }

/** By a gateway or by our own server: it cannot serve now. Other statuses are of one kind of call. */
const UNAVAILABLE = new Set([502, 503, 504])
const NO_ANSWER = new Set([
  'TypeError',
  'TimeoutError',
  'NetworkError',
  'NoAnswerError',
  'DownloadStalled',
  // Something else has answered: the sign-in page of a public Wi-Fi.
  'SyntaxError',
  'ZodError',
  '$ZodError',
])

function judgeStatus(status: number, ofKind: boolean, retryAfter: number | null): Verdict {
  if (status === 429 || status === 408) return { server: null, kind: 'fails', retryAfter, silent: false }
  // A refusal is an answer.
  if (status < 500) return GOOD
  if (UNAVAILABLE.has(status) && !ofKind) return { server: 'fails', kind: 'fails', retryAfter, silent: false }
  return { server: null, kind: 'fails', retryAfter, silent: false }
}

function judge(error: unknown): Verdict {
  if (!(error instanceof Error) || error instanceof ServerPaused || error.name === 'AbortError')
    return UNKNOWN
  const { status, code, retryAfter } = error as { status?: unknown; code?: unknown; retryAfter?: unknown }
  if (typeof status === 'number')
    return judgeStatus(
      status,
      // One thing of our server's is busy; the rest of it is not.
      code === 'busy' || code === 'engine-unavailable',
      typeof retryAfter === 'number' ? retryAfter : null,
    )
  const silent = NO_ANSWER.has(error.name)
  return { server: silent ? 'fails' : null, kind: 'fails', retryAfter: null, silent }
}

const without = (troubles: Troubles, name: string): Troubles => {
  const { [name]: _, ...rest } = troubles
  return rest
}

export function createServerGate({ store, now, random, online }: GatePorts): ServerGate {
  const listeners = new Set<() => void>()
  /** As far as this page has heard; `undefined` before it has looked. */
  let heard: Troubles | undefined
  let looked: Promise<unknown> | undefined

  function hear(troubles: Troubles): void {
    const recovered = heard?.[SERVER] !== undefined && troubles[SERVER] === undefined
    heard = troubles
    if (recovered) for (const listener of listeners) listener()
  }

  function look(): Promise<unknown> {
    looked ??= (() => {
      store.onChange(hear)
      return store.read().then((troubles) => (heard ??= troubles))
    })()
    return looked
  }

  const change = async (edit: (troubles: Troubles) => Troubles) => hear(await store.change(edit))

  /** The troubles that keep a call from being made. */
  function holding(troubles: Troubles, kind: string, picture = false): [string, Trouble][] {
    const at = now()
    return [SERVER, kind].flatMap((name): [string, Trouble][] => {
      const trouble = troubles[name]
      if (trouble === undefined) return []
      if (picture && (trouble.failures < KNOWN_AFTER || (name === SERVER && !trouble.silent))) return []
      return [[name, onThisClock(trouble, at)]]
    })
  }

  const waitFor = (held: readonly [string, Trouble][]) =>
    Math.max(0, ...held.map(([, trouble]) => nextCallAt(trouble) - now()))

  /** Takes the next call for itself. @throws ServerPaused when it is not due */
  async function claim(kind: string, picture: boolean): Promise<void> {
    await look()
    // Pictures come by the dozen: what this page has heard will do for them.
    const known = picture ? (heard ?? {}) : await store.read()
    if (holding(known, kind, picture).length === 0) return
    let wait = 0
    await change((troubles) => {
      const held = holding(troubles, kind, picture)
      wait = waitFor(held)
      if (wait > 0) return troubles
      return {
        ...troubles,
        ...Object.fromEntries(held.map(([name, trouble]) => [name, afterClaim(trouble, now())])),
      }
    })
    if (wait > 0) throw new ServerPaused(wait)
  }

  async function note(kind: string, startedAt: number, asked: boolean, verdict: Verdict): Promise<void> {
    const { server, kind: ofKind, retryAfter, silent } = verdict
    if ((server === 'fails' || ofKind === 'fails') && !online()) return
    await look()
    const changes = (name: string, said: Verdict['server']) =>
      said === 'fails' || (said === 'answers' && heard?.[name] !== undefined)
    if (!changes(SERVER, server) && !changes(kind, ofKind)) return
    const at = now()
    const edit = (troubles: Troubles, name: string, said: Verdict['server']): Troubles => {
      if (said === null) return troubles
      if (said === 'answers') return without(troubles, name)
      const before = troubles[name]
      const failure = { now: at, startedAt, retryAfter, asked, silent, random: random() }
      return { ...troubles, [name]: afterFailure(before && onThisClock(before, at), failure) }
    }
    const draw = random()
    await change((troubles) => {
      const known =
        troubles[SERVER] !== undefined && server === 'answers' ? forward(troubles, draw) : troubles
      return edit(edit(known, SERVER, server), kind, ofKind)
    })
  }

  /** What has changed is a reason to call earlier, once in each pause and within the limits. */
  const forward = (troubles: Troubles, draw: number): Troubles =>
    Object.fromEntries(
      Object.entries(troubles).map(([name, trouble]) => [
        name,
        afterReturn(onThisClock(trouble, now()), now(), draw),
      ]),
    )

  return {
    async run(kind, work, { asked = false, picture = false, kept = false } = {}) {
      if (!asked) await claim(kind, picture)
      const startedAt = now()
      let result
      try {
        result = await work()
      } catch (error) {
        await note(kind, startedAt, asked, judge(error))
        throw error
      }
      const noted = note(kind, startedAt, asked, kept ? { ...GOOD, server: null } : GOOD)
      if (!asked) await noted
      return result
    },
    async fetch(kind, send, { asked = false, picture = false, kept = false } = {}) {
      if (!asked) await claim(kind, picture)
      const startedAt = now()
      let response
      try {
        response = await send()
      } catch (error) {
        await note(kind, startedAt, asked, judge(error))
        throw error
      }
      const { status, headers } = response
      // Our own server says in JSON what is wrong with one thing; a gateway in front of it has pages.
      const ours = headers.get('content-type')?.includes('json') ?? false
      const verdict = judgeStatus(status, ours, readRetryAfter(headers, now()))
      // A page where a file should be is the sign-in page of a public Wi-Fi.
      const page = status === 200 && (headers.get('content-type')?.includes('text/html') ?? false)
      const found = page ? NONE : verdict
      const proves = found.server !== 'answers' || !kept
      await note(kind, startedAt, asked, proves ? found : { ...found, server: null })
      return response
    },
    async wait(kind) {
      await look()
      return waitFor(holding(await store.read(), kind))
    },
    waitKnown: (kind) => waitFor(holding(heard ?? {}, kind)),
    async inTrouble(kind) {
      await look()
      return holding(await store.read(), kind).some(([, { failures }]) => failures >= KNOWN_AFTER)
    },
    async networkReturned() {
      await look()
      if (Object.keys(heard ?? {}).length === 0) return
      const draw = random()
      await change((troubles) => forward(troubles, draw))
    },
    onRecovery(listener) {
      void look()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** That of this page, worker or service worker. All of a browser share what it knows. */
export const serverGate = createServerGate({
  store: openTroubleStore(),
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => navigator.onLine !== false,
})
