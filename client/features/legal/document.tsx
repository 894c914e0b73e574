import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { LEGAL_LINKS as T, type LegalSection } from './texts.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const idOf = ({ title }: LegalSection) => `section-${Number.parseInt(title, 10)}`

interface LegalProps {
  title: string
  lead: string
  updated?: string
  sections: readonly LegalSection[]
  /** Shown beside the text, or above it on narrow screens. */
  aside?: ReactNode
  /** Links to related pages. */
  links: ReactNode
}

/** A long text in numbered sections, with a table of contents. */
export function LegalDocument({ title, lead, updated, sections, aside, links }: LegalProps) {
  return (
    <div className="wrap grid grid-cols-1 gap-6 py-7 md:py-10 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-x-12">
      <div className="stack gap-2 lg:col-span-2">
        <PageTitle>{title}</PageTitle>
        {updated && <p className="text-muted">{updated}</p>}
        <p className="max-w-[44rem] text-l">{lead}</p>
      </div>
      <div className="stack content-start gap-4 lg:order-last">
        {aside}
        <nav aria-label={T.contents} className="card p-4 md:p-5 print:hidden">
          <h2 className="text-m">{T.contents}</h2>
          <ul>
            {sections.map((section) => (
              <li key={section.title}>
                {/* The router only restores the scroll position of history entries that it has made. */}
                <Link
                  to="."
                  hash={idOf(section)}
                  className="inline-flex min-h-11 items-center no-underline hover:underline"
                  onClick={() => document.getElementById(idOf(section))?.focus({ preventScroll: true })}
                >
                  {section.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="stack content-start gap-7">
        {sections.map((section) => (
          <section key={section.title} aria-labelledby={idOf(section)} className="stack gap-3">
            <h2 id={idOf(section)} tabIndex={-1} className="scroll-mt-32 text-xl">
              {section.title}
            </h2>
            {section.blocks.map((block) =>
              typeof block === 'string' ? (
                <p key={block}>{block}</p>
              ) : (
                <ul key={block[0]} className="stack list-disc gap-1.5 pl-6">
                  {block.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              ),
            )}
          </section>
        ))}
        <div className="flex flex-wrap gap-3 print:hidden">
          {links}
          <ButtonLink to="/contact" look="outline">
            {T.contact}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
