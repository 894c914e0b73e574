import { useEffect, useId, useRef, type ReactNode } from 'react'

/**
 * A part of the profile. Its heading takes the focus from a control that disappears after it was used, such as
 * the button that removes a row.
 */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const used = useRef<Element>(null)
  useEffect(() => {
    if (used.current === null || used.current.isConnected) return
    used.current = null
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return (
    <section
      aria-labelledby={id}
      className="card stack content-start gap-4 p-4 md:p-6"
      onClickCapture={() => (used.current = document.activeElement)}
      // The focus has another place in the section already.
      onFocusCapture={() => (used.current = null)}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
