import type { Page } from './page.ts'

/**
 * What a property says of a state. A doubt is something that may only not have happened yet: the explorer waits,
 * and it becomes a violation if it lasts.
 */
export interface Verdict {
  doubt?: string
  violation?: string
  /** The explorer presses Back once more instead of waiting. */
  again?: boolean
}

/** Reads the states of one run in their order. */
export type Watcher = (page: Page) => Verdict

const FINE: Verdict = {}

/** More than twice the 15 s that the specification gives a request, for a busy machine. */
const LOADING_LIMIT_MS = 40_000
/** For what needs the device alone. */
const DEVICE_LIMIT_MS = 10_000
/** Changes this long after a click or a key count as its result, in milliseconds. */
export const EFFECT_MS = 3_000
/** The same after typing, which has its effect at once. */
const TYPING_EFFECT_MS = 300

/** How long a page may load before the explorer waits for it. Until then it may as well do something else. */
const LOADING_UNWATCHED_MS = 3_000

/** Turns a doubt that lasts longer than a limit into a violation, once. The first part of the time is no doubt yet. */
function lasting(limitMs: number, unwatchedMs = 0) {
  let since: number | null = null
  let reported: string | null = null
  return (doubt: string | null, at: number): Verdict => {
    if (doubt === null) {
      since = null
      reported = null
      return FINE
    }
    if (doubt === reported) return FINE
    since ??= at
    if (at - since < unwatchedMs) return FINE
    if (at - since < limitMs) return { doubt }
    since = null
    reported = doubt
    return { violation: `${doubt}, for ${Math.round(limitMs / 1000)} s` }
  }
}

/** No page of the app: the browser's own page for a failed navigation, or a file. */
export const isOutside = (page: Page) => page.url.startsWith('chrome-error:') || !page.isDocument

/** Every page has a title and a heading, at the latest when its code has been loaded. */
export function watchHeadings(): Watcher {
  const judge = lasting(DEVICE_LIMIT_MS)
  return (page) => {
    // Another property's: there is no page of the app.
    if (isOutside(page)) return FINE
    const missing = [page.title.trim() === '' && 'title', page.heading === '' && 'heading'].filter(Boolean)
    return judge(missing.length > 0 ? `${page.path} has no ${missing.join(' and no ')}` : null, page.at)
  }
}

/** Nothing is logged as an error, and no exception or rejection is left uncaught. */
export function watchConsole(): Watcher {
  return ({ problems, path }) =>
    problems.length > 0 ? { violation: `${path}: ${problems.join('; ')}` } : FINE
}

/** Headings of the pages that say that there is nothing, or that the page broke. */
const LOST =
  /^(404 Page Not Found|Park Not Found|Something on this page went wrong|No (state or territory|suburb or town) .*has this address)$/

/**
 * No dead end: the explorer follows links and buttons of the app only, so none of them may lead to a missing or
 * broken page, to one that never finishes loading, or to one or a dialog without a link or button.
 */
export function watchDeadEnds(): Watcher {
  const lost = lasting(DEVICE_LIMIT_MS)
  const stuck = lasting(DEVICE_LIMIT_MS)
  const loading = lasting(LOADING_LIMIT_MS, LOADING_UNWATCHED_MS)
  let wasOutside = false
  return (page) => {
    const isNew = isOutside(page) && !wasOutside
    wasOutside = isOutside(page)
    if (wasOutside && !isNew) return FINE
    if (isNew)
      return {
        violation: `'${page.act.label}' leads to ${page.isDocument ? "the browser's error page" : page.url}`,
      }
    const verdicts = [
      lost(
        LOST.test(page.heading)
          ? `${page.path} is '${page.heading}'`
          : page.status >= 400
            ? `${page.path} was answered with ${page.status}`
            : null,
        page.at,
      ),
      stuck(page.controls === 0 ? `${page.path} has no link and no button` : null, page.at),
      loading(page.busy ? `${page.path} is loading` : null, page.at),
    ]
    return verdicts.find(({ violation }) => violation) ?? verdicts.find(({ doubt }) => doubt) ?? FINE
  }
}

/**
 * Back always goes back: to the entry before, and to the page that was seen at its address. A redirect that the
 * page itself makes at that moment can undo the first press, so a second one must have an effect.
 */
export function watchBack(): Watcher {
  let before: Page | null = null
  let aim: number | null = null
  let presses = 0
  let pressedAt = 0
  let returned = false
  const headings = new Map<string, Set<string>>()
  const position = lasting(DEVICE_LIMIT_MS)
  const content = lasting(DEVICE_LIMIT_MS)
  return (page) => {
    const last = before
    before = page
    if (last && last.account !== page.account) headings.clear()
    if (page.act.kind === 'Back' && last) {
      presses = aim === null ? 1 : presses + 1
      pressedAt = page.at
      aim ??= last.backs - 1
      returned = true
    } else if (page.act.kind !== 'Wait') {
      aim = null
      returned = false
    }
    if (aim !== null && page.backs <= aim) aim = null
    const stayed = position(
      aim !== null ? `Back stays at ${page.url}${presses > 1 ? ' when pressed twice' : ''}` : null,
      page.at,
    )
    if (stayed.violation) aim = null
    // The second press comes when the first has had no effect for half of the time.
    if (stayed.doubt !== undefined && presses === 1 && page.at - pressedAt > DEVICE_LIMIT_MS / 2)
      return { ...stayed, again: true }
    if (stayed.violation !== undefined || stayed.doubt !== undefined) return stayed
    const seen = headings.get(page.url)
    if (!returned && last?.url === page.url && last.heading === page.heading && page.heading !== '') {
      if (seen) seen.add(page.heading)
      else headings.set(page.url, new Set([page.heading]))
    }
    return content(
      returned && seen && page.heading !== '' && !seen.has(page.heading)
        ? `Back shows '${page.heading}' at ${page.url}, where '${[...seen].join("' or '")}' was`
        : null,
      page.at,
    )
  }
}

/**
 * A heart that was seen as saved stays saved until it is pressed, or another person signs in or out. Hearts are
 * drawn before the device has been read, so an empty one only counts if it stays empty.
 */
export function watchHearts(): Watcher {
  const saved = new Map<number, string>()
  /** When a heart was last removed, by the park's name: until that has been stored, it is shown as saved. */
  const removedAt = new Map<string, number>()
  let account: number | null | undefined
  const judge = lasting(DEVICE_LIMIT_MS)
  return (page) => {
    if (page.account !== account) saved.clear()
    account = page.account
    const [, action, pressed] = /^(Add|Remove) (.+) (?:to|from) .*favourites$/.exec(page.act.label) ?? []
    const removed = new Set(page.removed)
    if (pressed !== undefined && action === 'Remove') removed.add(pressed)
    for (const name of removed) removedAt.set(name, page.at)
    for (const [park, name] of saved) if (name === pressed || removed.has(name)) saved.delete(park)
    const shown = new Map(page.hearts.map((heart) => [heart.park, heart]))
    const lost = [...saved].filter(([park]) => {
      const heart = shown.get(park)
      return heart ? !heart.saved : page.allFavourites && !page.busy
    })
    for (const { park, name, saved: isSaved } of page.hearts)
      if (isSaved && page.at - (removedAt.get(name) ?? -Infinity) > EFFECT_MS) saved.set(park, name)
    const verdict = judge(
      lost.length > 0
        ? `the heart of ${lost.map(([park, name]) => `park ${park} (${name})`).join(', ')} was saved and is not on ${page.path}`
        : null,
      page.at,
    )
    if (verdict.violation) for (const [park] of lost) saved.delete(park)
    return verdict
  }
}

/** Pages whose forms keep what is typed until it is sent. */
const DRAFTS = ['/contact', '/submit-park']
const CHANGING = new Set(['Click', 'TypeText', 'PressKey'])

/**
 * Typed text survives: in a form with a draft across reloads, other pages and lost networks; in any other field
 * as long as its page is open. It changes only by what the explorer does: by typing, or as a result of a click
 * or a key. Sending a form empties it.
 */
export function watchText(): Watcher {
  const known = new Map<string, string>()
  let before: Page | null = null
  /** Until when a change of a field counts as the result of what the explorer did. */
  let mayChangeUntil = -Infinity
  /** Whether the form may have been sent in this visit: then it is not known what of it is still a draft. */
  let isSent = false
  const judge = lasting(DEVICE_LIMIT_MS)
  const forget = (path: string) => {
    for (const key of known.keys()) if (key.startsWith(`${path} `)) known.delete(key)
  }
  return (page) => {
    const last = before
    before = page
    const isSameVisit = last !== null && last.opened === page.opened && last.path === page.path
    if (last && last.account !== page.account) known.clear()
    const { kind, tag, label } = page.act
    if (
      last &&
      ((kind === 'Click' && tag === 'button' && /send|submit/i.test(label)) ||
        (kind === 'PressKey' && label === '13'))
    ) {
      forget(last.path)
      isSent = true
    }
    if (!isSameVisit) {
      for (const name of known.keys())
        if (!DRAFTS.some((path) => name.startsWith(`${path} page:`))) known.delete(name)
      // A form that was refused opens with what was refused instead of its draft.
      if (last?.path === '/outbox') DRAFTS.forEach(forget)
      mayChangeUntil = -Infinity
      isSent = false
    } else if (CHANGING.has(kind))
      mayChangeUntil = Math.max(
        mayChangeUntil,
        page.at + (kind === 'TypeText' ? TYPING_EFFECT_MS : EFFECT_MS),
      )
    const mayChange = page.at < mayChangeUntil
    const lost: string[] = []
    for (const { key, value } of page.fields) {
      const isDraft = DRAFTS.includes(page.path) && key.startsWith('page:')
      if ((isDraft && isSent) || (!isDraft && !isSameVisit)) continue
      const name = `${page.path} ${key}`
      const expected = known.get(name) ?? ''
      if (expected === '' || expected === value || mayChange) known.set(name, value)
      else lost.push(`'${expected}' in ${name} is now '${value}'`)
    }
    const verdict = judge(lost.length > 0 ? lost.join('; ') : null, page.at)
    if (verdict.violation) for (const { key, value } of page.fields) known.set(`${page.path} ${key}`, value)
    return verdict
  }
}
