import type { State } from '@antithesishq/bombadil/browser'
import { PERSON_HINT } from '../../client/store/names.ts'

// Types, not interfaces: what an extractor returns must be assignable to JSON, which interfaces are not.

/** What the explorer did before a state: its kind, and for a click the element's tag and name. */
type Act = {
  kind: string
  tag: string
  label: string
}

type Heart = {
  park: number
  name: string
  saved: boolean
}

/** A text field by a key that is the same in every visit to the page. */
type TextField = {
  key: string
  value: string
}

/** What the properties know of one state of the browser. All times in milliseconds since 1970. */
export type Page = {
  at: number
  /** When the document was opened, which tells documents apart. */
  opened: number
  url: string
  path: string
  title: string
  heading: string
  /** Number of entries before this one in the history of the tab. */
  backs: number
  /** Status of the document's response; 0 if unknown. */
  status: number
  isDocument: boolean
  /** Whether a visible part of the page says that it is loading. */
  busy: boolean
  /** Number of visible links and buttons; in the dialog, if one is open. */
  controls: number
  /** Id of the signed-in user as the device stores it, or `null`. */
  account: number | null
  hearts: Heart[]
  /** Names of the parks that a notification says are removed from the favourites. */
  removed: string[]
  /** Whether the page is the complete list of favourites: as many hearts as it says, on one page of the list. */
  allFavourites: boolean
  fields: TextField[]
  /** Type of the focused text field, or `null`. */
  focused: string | null
  act: Act
  problems: string[]
}

const TEXT_TYPES = new Set(['text', 'search', 'email', 'url', 'tel', 'number', 'textarea'])

const isTextField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element !== null &&
  (element.tagName === 'INPUT' || element.tagName === 'TEXTAREA') &&
  TEXT_TYPES.has((element as HTMLInputElement).type)

function actOf(action: State['lastAction']): Act {
  if (action === null) return { kind: 'Start', tag: '', label: '' }
  if (typeof action === 'string') return { kind: action, tag: '', label: '' }
  const [[kind, detail]] = Object.entries(action) as [[string, Record<string, unknown>]]
  const named = (detail['fingerprint'] ?? {}) as Record<string, string | null | undefined>
  const label =
    named['accessible_name'] ??
    named['accessibleName'] ??
    named['text_content'] ??
    named['textContent'] ??
    named['placeholder'] ??
    named['tag'] ??
    detail['text'] ??
    detail['code']
  return { kind, tag: named['tag'] ?? '', label: String(label ?? '') }
}

const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })

function isInView(element: Element, window: Window): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && bottom > 0 && top < window.innerHeight && isShown(element)
}

const PARK_PATH = /^\/park\/(\d+)\/?$/
const HEART_LABEL = /^(Add|Remove) (.+) (?:to|from) .*favourites$/

function heartsOf(document: Document, path: string): Heart[] {
  return [...document.querySelectorAll('main button[aria-label$=" favourites"]')].flatMap((button) => {
    const label = HEART_LABEL.exec(button.getAttribute('aria-label') ?? '')
    const link = button.closest('article')?.querySelector('h3 a[href^="/park/"]')?.getAttribute('href')
    const park = PARK_PATH.exec(link ?? path)?.[1]
    return label && park ? [{ park: Number(park), name: label[2]!, saved: label[1] === 'Remove' }] : []
  })
}

/** The page may change under a click, so that it presses another heart than the one that was chosen. */
const removedOf = (document: Document) =>
  Array.from(
    document.body.innerText.matchAll(/^(.+) is no longer in your favourites\.$/gm),
    ([, name]) => name!,
  )

/** The number that the page of favourites names; without one, it says that there are none. */
const savedCount = (document: Document) =>
  Number(/^\d+/.exec(document.querySelector('main h1 + h2')?.textContent ?? '')?.[0] ?? 0)

function fieldsOf(document: Document): TextField[] {
  const seen = new Map<string, number>()
  return [...document.querySelectorAll('input, textarea')].filter(isTextField).flatMap((field) => {
    if (!isShown(field)) return []
    const place = field.closest('[role=dialog]') ? 'dialog' : field.closest('header') ? 'header' : 'page'
    const name = `${place}: ${field.name || field.getAttribute('aria-label') || field.labels?.[0]?.textContent || field.placeholder}`
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return [{ key: count === 0 ? name : `${name} ${count}`, value: field.value }]
  })
}

function accountOf(window: Window): number | null {
  try {
    const user: unknown = JSON.parse(window.localStorage.getItem(PERSON_HINT) ?? 'null')
    return (user as { id?: number } | null)?.id ?? null
  } catch {
    // Without storage, as on the browser's own error page.
    return null
  }
}

/** Reads a state of the browser. Runs in the page, and must not change it. */
export function readPage({
  document,
  window,
  navigationHistory,
  lastAction,
  console: entries,
  errors,
}: State): Page {
  const { href, pathname } = window.location
  const main = document.querySelector('main')
  const dialog = document.querySelector('[role=dialog]')
  const [navigation] = window.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const hearts = heartsOf(document, pathname)
  return {
    at: window.performance.timeOrigin + window.performance.now(),
    opened: window.performance.timeOrigin,
    url: href,
    path: pathname,
    title: document.title,
    heading: document.querySelector('main h1')?.textContent?.trim() ?? '',
    backs: navigationHistory.back.length,
    status: navigation?.responseStatus ?? 0,
    isDocument: document.contentType === 'text/html',
    busy: [...(main?.querySelectorAll('[aria-busy=true]') ?? [])].some((part) => isInView(part, window)),
    controls: [...(dialog ?? document).querySelectorAll('a[href], button:not(:disabled)')].filter(isShown)
      .length,
    account: accountOf(window),
    hearts,
    removed: removedOf(document),
    allFavourites: pathname === '/favorites' && hearts.length === savedCount(document),
    fields: fieldsOf(document),
    focused: isTextField(document.activeElement) ? document.activeElement.type : null,
    act: actOf(lastAction),
    problems: [
      ...entries.flatMap(({ level, args }) =>
        level === 'error' ? [`console.error: ${args.map((arg) => JSON.stringify(arg)).join(' ')}`] : [],
      ),
      ...errors.uncaughtExceptions.map(
        ({ text, remote_object: thrown, url }) =>
          `${text} ${thrown?.description ?? JSON.stringify(thrown?.value) ?? ''} ${url ?? ''}`,
      ),
    ],
  }
}
