import { useId, type ReactNode, type Ref } from 'react'

interface SectionProps {
  title: string
  /** For giving the heading the focus. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the profile. */
export function Section({ title, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card stack content-start gap-4 p-4 md:p-6">
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
