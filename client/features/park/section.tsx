import type { ReactNode } from 'react'

/** A section of a park's page, as a card. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card stack content-start gap-3 p-5">
      <h2 className="text-l" tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
