import type { ReactNode } from 'react'

/** A link to a page of another site; only the text if the address is none of the web's. */
export function OtherSite({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined || !/^https?:\/\//i.test(href)) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="textlink">
      {children}
    </a>
  )
}
