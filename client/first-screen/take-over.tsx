import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import { isFreshNavigation } from '../platform/fresh-navigation.ts'
import { nextTask } from '../platform/idle.ts'
import { SIGNED_IN } from './device-classes.ts'
import { FIELDS, takeEarlyInput, type EarlyInput } from './early-input.ts'

const INTERACTIVE = 'a[href], button, input, select, textarea, [tabindex]'

/** A name that does not depend on the user or on the unit of distances, as the options of a select may. */
function nameOf(element: Element): string {
  if (element instanceof HTMLSelectElement) return element.tagName
  const text =
    element.getAttribute('aria-label') ??
    element.getAttribute('placeholder') ??
    (element.closest('label') ?? element).textContent
  return `${element.tagName} ${text}`
}

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

type Field = HTMLInputElement | HTMLTextAreaElement

/** Sets the value as typing would: with the native setter, which React does not track, and an input event. */
function typeInto(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Makes the same choice in the app's checkbox, radio button or select. */
function choose(chosen: Element, counterpart: HTMLElement | undefined): void {
  if (chosen instanceof HTMLSelectElement && counterpart instanceof HTMLSelectElement) {
    counterpart.value = chosen.value
    counterpart.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (
    chosen instanceof HTMLInputElement &&
    counterpart instanceof HTMLInputElement &&
    counterpart.checked !== chosen.checked
  )
    counterpart.click()
}

/**
 * Set on the root element for one frame: content far below the fold is laid out after it (first-screen.css).
 */
const ARRIVING = 'arriving'

/** Splits the layout of the app's first screen: first what is visible, then what is below the fold. */
function deferLayoutBelowFold(): void {
  const { classList } = document.documentElement
  classList.add(ARRIVING)
  requestAnimationFrame(() => setTimeout(() => classList.remove(ARRIVING)))
}

/** What {@link TakeOver} calls, once each. */
interface PrerenderedScreen {
  /** The app's screen is in the document: restores typed text and the focus. */
  replaced(): void
  /** The effects of the app's screen have run: replays the recorded input. */
  appListens(): void
}

/**
 * Watches the prerendered screen until the app replaces it, so that no input is lost.
 * @param root the app's root element
 */
export function watchPrerendered(root: HTMLElement): PrerenderedScreen {
  const fields = [...root.querySelectorAll<Field>(FIELDS)]
  const counterpartOf = counterparts(root)
  let focused = document.activeElement
  let hasScrolled = !isFreshNavigation() || scrollY > 0
  let earlyInput: EarlyInput[] = []
  const watching = new AbortController()
  const { signal } = watching
  addEventListener('scroll', () => (hasScrolled = true), { passive: true, signal })
  root.addEventListener('focusin', ({ target }) => (focused = target as Element), { signal })
  root.addEventListener(
    'focusout',
    ({ target }) =>
      // An element that was removed from the document still counts as focused.
      queueMicrotask(() => {
        if (focused === target && (target as Element).isConnected) focused = null
      }),
    { signal },
  )

  function restoreText(field: Field): void {
    if (field.value === field.defaultValue) return
    const counterpart = counterpartOf(field) as Field | undefined
    if (counterpart === undefined) return
    typeInto(counterpart, field.value)
    if (focused === field) counterpart.setSelectionRange(field.selectionStart, field.selectionEnd)
  }

  function replay({ kind, on }: EarlyInput): void {
    const counterpart = counterpartOf(on)
    if (kind === 'press') counterpart?.click()
    else if (kind === 'change') choose(on, counterpart)
    else if (counterpart instanceof HTMLInputElement) counterpart.form?.requestSubmit()
  }

  /** One task for each, in which React processes what came before. */
  async function replayAll(inputs: readonly EarlyInput[]): Promise<void> {
    for (const input of inputs) {
      await nextTask()
      replay(input)
    }
  }

  return {
    replaced() {
      if (signal.aborted) return
      watching.abort()
      document.documentElement.classList.remove(SIGNED_IN)
      if (!hasScrolled) deferLayoutBelowFold()
      earlyInput = takeEarlyInput()
      if (focused !== null && !focused.isConnected) counterpartOf(focused)?.focus({ preventScroll: true })
      fields.forEach(restoreText)
      document.documentElement.dataset['app'] = 'ready'
    },
    appListens() {
      const inputs = earlyInput
      earlyInput = []
      void replayAll(inputs)
    },
  }
}

/**
 * The outermost component of the app. When its content is in the document for the first time, what the user
 * typed, focused, chose and pressed on the prerendered screen carries over, and the root element gets
 * `data-app="ready"`.
 */
export function TakeOver({ from, children }: { from: PrerenderedScreen; children: ReactNode }) {
  useLayoutEffect(() => from.replaced(), [from])
  // Runs after the effects of all descendants, so that their event listeners exist.
  useEffect(() => from.appListens(), [from])
  return children
}
