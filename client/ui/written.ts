import { SOMEBODY } from '../store/names.ts'
import { comesAnew } from './anew.ts'

/** Where screens are written for documents, there is no document. */
export const isWriting = typeof document === 'undefined'

/** What a person does to the written screen before the app's own is there: presses, and Enter in a box. */
type Deed = { kind: 'press' | 'enter'; on: Element }

declare global {
  interface Window {
    /** Noted from the first moment (client/settings/first-paint.ts); gone when the app's screen is in its place. */
    deeds?: Deed[] | undefined
  }
}

const PRESSED = 'button, input[type=checkbox]'
/** Presses that are noted: who presses more often than this is not waiting for all of them. */
const MOST = 5

/** Notes what a person does to the written screen. Links work without any script. */
export function noteDeeds(): void {
  const deeds: Deed[] = (window.deeds = [])
  const note = (kind: Deed['kind'], on: Element | null) => {
    if (on !== null && window.deeds === deeds && deeds.length < MOST) deeds.push({ kind, on })
  }
  addEventListener('click', ({ target }) => note('press', (target as Element).closest(PRESSED)), true)
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Enter') note('enter', (target as Element).closest('input[data-box]'))
    },
    true,
  )
  // Without the app there is nobody to send it to.
  addEventListener(
    'submit',
    (event) => {
      if (window.deeds === deeds) event.preventDefault()
    },
    true,
  )
}

const OPERABLE = 'a[href], button, input, select, [tabindex]'

const nameOf = (element: Element) =>
  `${element.tagName} ${element.getAttribute('data-box') ?? element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent}`

/** Finds what stands where something stood: of the same name, and as manieth of that name. */
function successors(place: HTMLElement): (of: Element) => HTMLElement | undefined {
  const before = [...place.querySelectorAll(OPERABLE)]
  return (of) => {
    const alike = (elements: Element[]) => elements.filter((element) => nameOf(element) === nameOf(of))
    const at = alike(before).indexOf(of)
    return alike([...place.querySelectorAll(OPERABLE)])[at] as HTMLElement | undefined
  }
}

/** As if typed. */
function type(box: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** On the document's element for one picture: what is far below the app's first screen is laid out after it (client/styles/app.css). */
const ARRIVING = 'arriving'

/** Lays the app's first screen out in two pieces: what is seen now, and in the next moment what nobody sees who has not scrolled. */
function layOutInPieces(): void {
  const { classList } = document.documentElement
  classList.add(ARRIVING)
  requestAnimationFrame(() => setTimeout(() => classList.remove(ARRIVING)))
}

/**
 * Looks after the screen that was written before any script ran, while the app draws its own.
 * @param place the document's root element
 * @returns to be called when the app's screen is in its place: what has been typed meanwhile is typed there, and the focus is where it was. What
 *   that returns is to be called when the screen listens (after its effects), and presses what has been pressed.
 */
export function watchWritten(place: HTMLElement): () => () => void {
  const boxes = [...place.querySelectorAll<HTMLInputElement>('input[data-box]')]
  const successor = successors(place)
  let held = document.activeElement
  let scrolled = !comesAnew() || scrollY > 0
  const noteScroll = () => (scrolled = true)
  addEventListener('scroll', noteScroll, { passive: true })
  const hold = ({ target }: FocusEvent) => (held = target as Element)
  // What is taken away has not been left.
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (held === target && (target as Element).isConnected) held = null
    })
  place.addEventListener('focusin', hold)
  place.addEventListener('focusout', leave)

  return () => {
    place.removeEventListener('focusin', hold)
    place.removeEventListener('focusout', leave)
    removeEventListener('scroll', noteScroll)
    document.documentElement.classList.remove(SOMEBODY)
    if (!scrolled) layOutInPieces()
    const deeds = window.deeds ?? []
    window.deeds = undefined
    if (held !== null && !held.isConnected) successor(held)?.focus({ preventScroll: true })
    for (const box of boxes) {
      const next = successor(box)
      if (!(next instanceof HTMLInputElement) || box.value === '') continue
      type(next, box.value)
      if (held === box) next.setSelectionRange(box.selectionStart, box.selectionEnd)
    }
    // When the app knows of what was typed.
    return () =>
      void setTimeout(() => {
        for (const { kind, on } of deeds) {
          const there = successor(on)
          if (kind === 'press') there?.click()
          else if (there instanceof HTMLInputElement) there.form?.requestSubmit()
        }
      })
  }
}
