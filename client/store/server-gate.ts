import {
  afterClaim,
  afterFailure,
  afterNetworkReturn,
  isUnreachable,
  MIN_FAILURES,
  nextCallAt,
  adjustToClock,
  readRetryAfter,
  type Trouble,
} from './backoff.ts'
import { openTroubleStore, type TroubleStore, type Troubles } from './trouble-store.ts'
import { isPage } from './page-reply.ts'

/** Name of the trouble of the whole server, beside those of each kind of call. */
const SERVER = 'server'

/** A response that is older, by the device's clock, may come from a cache. */
const MAX_NEW_RESPONSE_AGE_MS = 5_000

/** An automatic call was not made because the server is in trouble. */
export class ServerPaused extends Error {
  override name = 'ServerPaused'
  /** Milliseconds until the next automatic call may be made. */
  readonly wait: number

  constructor(wait: number) {
    super(`paused for ${Math.ceil(wait / 1000)} s`)
    this.wait = wait
  }
}

interface CallOptions {
  /** Whether the user asked for the call: it is made at once. Its outcome is recorded like any other. */
  asked?: boolean
  /**
   * Whether it is one of the many images of a screen: it is made unless images have failed repeatedly or the
   * server has repeatedly not responded at all.
   */
  picture?: boolean
  /**
   * Whether the service worker, the browser or a CDN may answer from its cache: then a success says nothing
   * about the server, unless the response has the current time.
   */
  mayBeCached?: boolean
}

/**
 * The back-off of a device. Every automatic call to our server goes through it, from pages, workers and the
 * service worker. `kind` groups calls that fail together: 'sync', 'directory', or a path.
 */
export interface ServerGate {
  /**
   * Makes a call, or refuses it while the server is in trouble, and records the outcome.
   * @throws ServerPaused if it was not made, or what `work` throws
   */
  run<T>(kind: string, work: () => Promise<T>, options?: CallOptions): Promise<T>
  /** The same for the request of a file. Its status is the outcome. */
  fetch(kind: string, send: () => Promise<Response>, options?: CallOptions): Promise<Response>
  /** Milliseconds until an automatic call of this kind may be made; 0 if it may be made now. */
  wait(kind: string): Promise<number>
  /** The same, synchronously: from the state that this page has loaded so far. Without a kind, of the whole server. */
  waitKnown(kind?: string): number
  /** Whether calls of this kind have failed more than once and not succeeded since. */
  inTrouble(kind: string): Promise<boolean>
  /**
   * Call it when the network is back after {@link MIN_OFFLINE_MS}: brings the next call forward, once per
   * pause.
   */
  networkReturned(): Promise<void>
  /**
   * Whether automatic calls have repeatedly not reached our server since this page was loaded, or wait for longer than
   * a moment after they did not, although there is a network.
   */
  unreachable(): boolean
  /** Calls back when {@link unreachable} may have changed. Returns a function that stops it. */
  onChange(listener: () => void): () => void
  /**
   * Calls back when the server answers again after trouble, in any tab or worker. Returns a function that
   * stops it.
   */
  onRecovery(listener: () => void): () => void
}

export interface GatePorts {
  store: TroubleStore
  /** Milliseconds since 1970. */
  now(): number
  /** Between 0 and 1. */
  random(): number
  /** Whether the browser has a network: a failure without one says nothing about the server. */
  online(): boolean
}

/** What the outcome of a call says about the server and about this kind of call; `null` if nothing. */
interface Verdict {
  server: 'answers' | 'fails' | null
  kind: 'answers' | 'fails' | null
  /** Milliseconds. */
  retryAfter: number | null
  /** Whether there was no response at all. */
  silent: boolean
}

const SUCCESS: Verdict = { server: 'answers', kind: 'answers', retryAfter: null, silent: false }
const NO_RESPONSE: Verdict = { server: 'fails', kind: 'fails', retryAfter: null, silent: true }
const INCONCLUSIVE: Verdict = { server: null, kind: null, retryAfter: null, silent: false }

/**
 * Sent by a gateway or by our server when it cannot serve at all, or by a network that asks for a sign-in first. Other
 * errors concern one kind of call.
 */
const UNAVAILABLE = new Set([502, 503, 504, 511])
/** The work was cancelled, or its result does not fit on the device. */
const DEVICE_ERRORS = new Set(['AbortError', 'DeviceFull', 'QuotaExceededError'])
const NO_RESPONSE_ERRORS = new Set([
  'TypeError',
  'TimeoutError',
  'NetworkError',
  'NoAnswerError',
  'DownloadStalled',
  // Something else answered, such as the sign-in page of a public Wi-Fi.
  'SyntaxError',
  '$ZodError',
])

function judgeStatus(status: number, isAboutThisKind: boolean, retryAfter: number | null): Verdict {
  if (status === 429 || status === 408) return { server: null, kind: 'fails', retryAfter, silent: false }
  // A refusal shows that the server works.
  if (status < 500) return SUCCESS
  if (UNAVAILABLE.has(status) && !isAboutThisKind)
    return { server: 'fails', kind: 'fails', retryAfter, silent: false }
  return { server: null, kind: 'fails', retryAfter, silent: false }
}

function judge(error: unknown): Verdict {
  if (!(error instanceof Error) || error instanceof ServerPaused || DEVICE_ERRORS.has(error.name))
    return INCONCLUSIVE
  const { status, code, retryAfter } = error as { status?: unknown; code?: unknown; retryAfter?: unknown }
  if (typeof status === 'number')
    return judgeStatus(
      status,
      // Only one part of our server is busy.
      code === 'busy' || code === 'engine-unavailable',
      typeof retryAfter === 'number' ? retryAfter : null,
    )
  const silent = NO_RESPONSE_ERRORS.has(error.name)
  return { server: silent ? 'fails' : null, kind: 'fails', retryAfter: null, silent }
}

const without = (troubles: Troubles, name: string): Troubles => {
  const { [name]: _, ...rest } = troubles
  return rest
}

/** The troubles that apply to a call, by name. */
function troublesOf(
  troubles: Troubles,
  at: number,
  kind: string | undefined,
  picture = false,
): [string, Trouble][] {
  const names = kind === undefined ? [SERVER] : [SERVER, kind]
  return names.flatMap((name): [string, Trouble][] => {
    const trouble = troubles[name]
    if (trouble === undefined) return []
    if (picture && (trouble.failures < MIN_FAILURES || (name === SERVER && !trouble.silent))) return []
    return [[name, adjustToClock(trouble, at)]]
  })
}

const waitFor = (relevant: readonly [string, Trouble][], at: number) =>
  Math.max(0, ...relevant.map(([, trouble]) => nextCallAt(trouble) - at))

/** Brings the next calls forward, once per pause and within the limits. */
const bringForward = (troubles: Troubles, at: number, jitter: number): Troubles =>
  Object.fromEntries(
    Object.entries(troubles).map(([name, trouble]) => [
      name,
      afterNetworkReturn(adjustToClock(trouble, at), at, jitter),
    ]),
  )

export function createServerGate({ store, now, random, online }: GatePorts): ServerGate {
  const listeners = new Set<() => void>()
  const changeListeners = new Set<() => void>()
  /** Set by changes only: what was stored by an earlier page may be out of date. */
  let unreachable = false
  /** The troubles as far as this page knows; `undefined` until they are loaded. */
  let known: Troubles | undefined
  let loading: Promise<unknown> | undefined

  /** @param isCalling a call has begun: it will tell whether what an earlier page has stored is still true */
  function receive(troubles: Troubles, isCalling = false): void {
    const trouble = troubles[SERVER]
    const recovered = known?.[SERVER] !== undefined && trouble === undefined
    known = troubles
    unreachable = trouble !== undefined && (isCalling ? unreachable : isUnreachable(trouble))
    for (const listener of changeListeners) listener()
    if (recovered) for (const listener of listeners) listener()
  }

  function load(): Promise<unknown> {
    loading ??= (() => {
      store.onChange(receive)
      return store.read().then((troubles) => (known ??= troubles))
    })()
    return loading
  }

  const change = async (edit: (troubles: Troubles) => Troubles) => receive(await store.change(edit))

  /** Claims the next call, so that no other tab makes it too. @throws ServerPaused if it is not due */
  async function claim(kind: string, picture: boolean): Promise<void> {
    await load()
    // There are dozens of images, so the state known to this page is good enough for them.
    const current = picture ? (known ?? {}) : await store.read()
    if (troublesOf(current, now(), kind, picture).length === 0) return
    let wait = 0
    const claimed = await store.change((troubles) => {
      const at = now()
      const relevant = troublesOf(troubles, at, kind, picture)
      wait = waitFor(relevant, at)
      // Without a network the call does not reach the server, so the next one need not wait for its outcome.
      if (wait > 0 || !online()) return troubles
      return {
        ...troubles,
        ...Object.fromEntries(relevant.map(([name, trouble]) => [name, afterClaim(trouble, at)])),
      }
    })
    receive(claimed, wait === 0)
    if (wait > 0) throw new ServerPaused(wait)
  }

  async function record(
    kind: string,
    startedAt: number,
    asked: boolean,
    { server, kind: thisKind, retryAfter, silent }: Verdict,
  ): Promise<void> {
    if ((server === 'fails' || thisKind === 'fails') && !online()) return
    await load()
    const isNews = (name: string, outcome: Verdict['server']) =>
      outcome === 'fails' || (outcome === 'answers' && known?.[name] !== undefined)
    if (!isNews(SERVER, server) && !isNews(kind, thisKind)) return
    const at = now()
    const edit = (troubles: Troubles, name: string, outcome: Verdict['server']): Troubles => {
      if (outcome === null) return troubles
      if (outcome === 'answers') return without(troubles, name)
      const before = troubles[name]
      const failure = { now: at, startedAt, retryAfter, asked, silent, random: random() }
      return { ...troubles, [name]: afterFailure(before && adjustToClock(before, at), failure) }
    }
    const jitter = random()
    await change((troubles) => {
      const forwarded =
        troubles[SERVER] !== undefined && server === 'answers' ? bringForward(troubles, at, jitter) : troubles
      return edit(edit(forwarded, SERVER, server), kind, thisKind)
    })
  }

  /** Makes a call if it is due, and records it if it fails. Otherwise the caller says what it was. */
  async function call<T>(kind: string, work: () => Promise<T>, asked: boolean, picture: boolean) {
    if (!asked) await claim(kind, picture)
    const startedAt = now()
    const recordAs = (verdict: Verdict) => record(kind, startedAt, asked, verdict)
    try {
      return { result: await work(), recordAs }
    } catch (error) {
      await recordAs(judge(error))
      throw error
    }
  }

  /** Whether the server has sent a response just now. Never, if the device's clock is wrong. */
  const isNew = (headers: Headers) =>
    Math.abs(now() - Date.parse(headers.get('date') ?? '')) <= MAX_NEW_RESPONSE_AGE_MS

  return {
    async run(kind, work, { asked = false, picture = false, mayBeCached = false } = {}) {
      const { result, recordAs } = await call(kind, work, asked, picture)
      const recorded = recordAs(mayBeCached ? { ...SUCCESS, server: null } : SUCCESS)
      if (!asked) await recorded
      return result
    },
    async fetch(kind, send, { asked = false, picture = false, mayBeCached = false } = {}) {
      const { result: response, recordAs } = await call(kind, send, asked, picture)
      const { status, headers } = response
      // Our server describes errors as JSON; a gateway in front of it sends HTML pages.
      const isOurs = headers.get('content-type')?.includes('json') ?? false
      const verdict = judgeStatus(status, isOurs, readRetryAfter(headers, now()))
      const outcome = status === 200 && isPage(response) ? NO_RESPONSE : verdict
      const isConclusive = outcome.server !== 'answers' || !mayBeCached || isNew(headers)
      await recordAs(isConclusive ? outcome : { ...outcome, server: null })
      return response
    },
    async wait(kind) {
      await load()
      return waitFor(troublesOf(await store.read(), now(), kind), now())
    },
    waitKnown: (kind) => waitFor(troublesOf(known ?? {}, now(), kind), now()),
    async inTrouble(kind) {
      await load()
      return troublesOf(await store.read(), now(), kind).some(([, { failures }]) => failures >= MIN_FAILURES)
    },
    async networkReturned() {
      await load()
      if (Object.keys(known ?? {}).length === 0) return
      const jitter = random()
      await change((troubles) => bringForward(troubles, now(), jitter))
    },
    unreachable: () => unreachable,
    onChange(listener) {
      void load()
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    onRecovery(listener) {
      void load()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The gate of this page, worker or service worker. They all share their state through the browser's storage.
 */
export const serverGate = createServerGate({
  store: openTroubleStore(),
  now: () => Date.now(),
  random: () => Math.random(),
  online: () => navigator.onLine !== false,
})
