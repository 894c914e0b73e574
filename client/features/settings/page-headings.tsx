import { useEffect, useState, type RefObject } from 'react'
import { SETTINGS_TEXTS as T } from './texts.ts'

interface Entry {
  /** Index among the page's headings, from 0. */
  position: number
  text: string
  level: number
  element: HTMLElement
}

const MAX_ENTRIES = 40

const headingsIn = (main: HTMLElement): Entry[] =>
  [...main.querySelectorAll<HTMLElement>('h1, h2, h3')]
    .filter(
      (element) => element.getClientRects().length > 0 && element.closest('[data-page-headings]') === null,
    )
    .slice(0, MAX_ENTRIES)
    .map((element, position) => ({
      position,
      element,
      text: element.textContent.trim(),
      level: Number(element.tagName[1]),
    }))
    .filter(({ text }) => text !== '')

const isEqual = (a: readonly Entry[], b: readonly Entry[]) =>
  a.length === b.length &&
  a.every(({ text, element }, index) => text === b[index]!.text && element === b[index]!.element)

function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus()
}

/**
 * A list of the page's headings at its top, for screen reader users. Updates when the page changes, and focuses a main
 * heading that appears while the focus is on the page as a whole: that of a page that was still loading.
 */
export default function PageHeadings({ main }: { main: RefObject<HTMLElement | null> }) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  useEffect(() => {
    const page = main.current
    if (page === null) return
    let frame = 0
    let mainHeading = page.querySelector('h1')
    const focusNewHeading = () => {
      const heading = page.querySelector('h1')
      if (heading !== null && heading !== mainHeading && document.activeElement === page)
        focusHeading(heading)
      mainHeading = heading
    }
    const update = () => {
      frame = 0
      focusNewHeading()
      setEntries((before) => {
        const now = headingsIn(page)
        return isEqual(before, now) ? before : now
      })
    }
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(update)
    })
    observer.observe(page, { childList: true, subtree: true, characterData: true })
    update()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [main])
  if (entries.length === 0) return null
  return (
    <nav data-page-headings="" aria-label={T.pageHeadings} className="wrap py-3 print:hidden">
      <p className="font-semibold" aria-hidden="true">
        {T.pageHeadings}
      </p>
      <ol className="max-h-60 overflow-y-auto">
        {entries.map(({ text, level, element, position }) => (
          <li key={position} className={['', '', 'pl-5', 'pl-10'][level]}>
            <a
              href="#main"
              className="textlink inline-flex min-h-11 items-center"
              onClick={(event) => {
                event.preventDefault()
                focusHeading(element)
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
