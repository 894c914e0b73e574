import { Link } from '@tanstack/react-router'
import { ChevronRight } from './icons.tsx'
import { TABS, useHeaderSearch } from './header-search.ts'
import { HeaderSearchBox } from './search-box.tsx'
import { Sheet } from './sheet.tsx'
import { TEXTS } from './texts.ts'

/** The header's contents on small screens, in reach of the thumb; mounted while open. */
export default function MobileMenu({ onClose }: { onClose(): void }) {
  const { search, locate } = useHeaderSearch()
  return (
    <Sheet open onClose={onClose} title={TEXTS.header.menu}>
      <nav aria-label={TEXTS.header.main}>
        <ul className="-mx-1">
          {TABS.map(({ to, label, exact }) => (
            <li key={to} className="border-b border-line">
              <Link
                to={to} activeOptions={{ exact, includeSearch: false }} onClick={onClose}
                className="flex min-h-14 items-center justify-between rounded-control px-1 font-semibold text-ink no-underline aria-[current=page]:text-leaf"
              >
                {label} <ChevronRight size={20} className="text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="py-4">
        <HeaderSearchBox stacked onSearch={(text) => { onClose(); search(text) }} onLocate={() => { onClose(); locate() }} />
      </div>
    </Sheet>
  )
}
