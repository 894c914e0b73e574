import { useId, useRef, type ReactNode } from 'react'
import { useListFocus } from './list-focus.ts'

/** A section of a page, as a card. Its heading takes the focus from a control that disappears. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useListFocus<HTMLElement>(heading)
  return (
    <section aria-labelledby={id} className="card stack content-start gap-4 p-4 md:p-6" {...focus}>
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
