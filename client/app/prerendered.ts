import { SIGNED_IN_CLASS } from '../store/names.ts'
import { isFreshNavigation } from '../platform/fresh-navigation.ts'

/**
 * A user action on the prerendered screen before the app has taken over: a press, or Enter in a search box.
 */
type EarlyEvent = { kind: 'press' | 'enter'; on: Element }

declare global {
  interface Window {
    /** Recorded from the start (client/app/first-paint.ts); `undefined` once the app has taken over. */
    earlyEvents?: EarlyEvent[] | undefined
  }
}

const PRESSABLE = 'button, input[type=checkbox]'
/** Further events are dropped: repeated presses are mostly impatience. */
const MAX_EVENTS = 5

/** Records button presses and Enter on the prerendered screen. Links work without script. */
export function recordEarlyEvents(): void {
  const earlyEvents: EarlyEvent[] = (window.earlyEvents = [])
  const record = (kind: EarlyEvent['kind'], on: Element | null) => {
    if (on !== null && window.earlyEvents === earlyEvents && earlyEvents.length < MAX_EVENTS)
      earlyEvents.push({ kind, on })
  }
  addEventListener('click', ({ target }) => record('press', (target as Element).closest(PRESSABLE)), true)
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Enter') record('enter', (target as Element).closest('input[data-box]'))
    },
    true,
  )
  // Forms are handled by the app, which has not started yet.
  addEventListener(
    'submit',
    (event) => {
      if (window.earlyEvents === earlyEvents) event.preventDefault()
    },
    true,
  )
}

const INTERACTIVE = 'a[href], button, input, select, [tabindex]'

const nameOf = (element: Element) =>
  `${element.tagName} ${element.getAttribute('data-box') ?? element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent}`

/**
 * Maps a prerendered element to the app's own: the one with the same name and the same index among its
 * namesakes.
 */
function counterparts(root: HTMLElement): (of: Element) => HTMLElement | undefined {
  const prerendered = [...root.querySelectorAll(INTERACTIVE)]
  return (of) => {
    const sameName = (elements: Element[]) => elements.filter((element) => nameOf(element) === nameOf(of))
    const index = sameName(prerendered).indexOf(of)
    return sameName([...root.querySelectorAll(INTERACTIVE)])[index] as HTMLElement | undefined
  }
}

/** Sets the value as typing would: with the native setter, which React does not track, and an input event. */
function typeInto(box: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Set on the root element for one frame: content far below the fold is laid out after it
 * (client/app/styles/app.css).
 */
const ARRIVING = 'arriving'

/** Splits the layout of the app's first screen: first what is visible, then what is below the fold. */
function deferLayoutBelowFold(): void {
  const { classList } = document.documentElement
  classList.add(ARRIVING)
  requestAnimationFrame(() => setTimeout(() => classList.remove(ARRIVING)))
}

/**
 * Watches the prerendered screen until the app replaces it, so that no input is lost.
 * @param root the app's root element
 * @returns a function to call when the app's screen is in the document: it restores typed text and the focus.
 *   That returns a function to call after the screen's effects have run: it replays the recorded presses.
 */
export function watchPrerendered(root: HTMLElement): () => () => void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('input[data-box]')]
  const counterpartOf = counterparts(root)
  let focused = document.activeElement
  let hasScrolled = !isFreshNavigation() || scrollY > 0
  const onScroll = () => (hasScrolled = true)
  addEventListener('scroll', onScroll, { passive: true })
  const onFocusIn = ({ target }: FocusEvent) => (focused = target as Element)
  // An element that was removed from the document still counts as focused.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (focused === target && (target as Element).isConnected) focused = null
    })
  root.addEventListener('focusin', onFocusIn)
  root.addEventListener('focusout', onFocusOut)

  return () => {
    root.removeEventListener('focusin', onFocusIn)
    root.removeEventListener('focusout', onFocusOut)
    removeEventListener('scroll', onScroll)
    document.documentElement.classList.remove(SIGNED_IN_CLASS)
    if (!hasScrolled) deferLayoutBelowFold()
    const earlyEvents = window.earlyEvents ?? []
    window.earlyEvents = undefined
    if (focused !== null && !focused.isConnected) counterpartOf(focused)?.focus({ preventScroll: true })
    for (const box of boxes) {
      const counterpart = counterpartOf(box)
      if (!(counterpart instanceof HTMLInputElement) || box.value === '') continue
      typeInto(counterpart, box.value)
      if (focused === box) counterpart.setSelectionRange(box.selectionStart, box.selectionEnd)
    }
    // In a task of its own, after React has processed the typed text.
    return () =>
      void setTimeout(() => {
        for (const { kind, on } of earlyEvents) {
          const counterpart = counterpartOf(on)
          if (kind === 'press') counterpart?.click()
          else if (counterpart instanceof HTMLInputElement) counterpart.form?.requestSubmit()
        }
      })
  }
}
