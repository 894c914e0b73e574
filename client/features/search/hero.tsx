import { memo } from 'react'
import { HeroSearchBox } from '../../search-box/search-box.tsx'
import { SEARCH_TEXTS } from './texts.ts'
import { loadedLater } from '../../ui/loaded-later.tsx'

/** Decorative, so it loads late. It is not prerendered: it would disappear for a moment when the app takes over. */
const HeroLandscape = loadedLater(() => import('./hero-landscape.tsx'))

interface HeroProps {
  busy: boolean
  onSearch(text: string): void
  onLocate(): void
}

export const Hero = memo(function Hero({ busy, onSearch, onLocate }: HeroProps) {
  return (
    <section className="relative border-b border-line bg-leaf-wash">
      <HeroLandscape className="absolute inset-y-0 right-0 h-full w-full overflow-hidden opacity-30 sm:opacity-40 lg:w-[66%] lg:opacity-100" />
      <div className="wrap stack relative gap-5 py-7 md:py-9 lg:py-12">
        <div className="grid gap-2.5">
          <h1 className="max-w-[9.5em] text-hero font-extrabold tracking-[-0.03em] text-leaf-deep">
            {SEARCH_TEXTS.hero.title}
          </h1>
          <p className="max-w-[36ch] text-m text-muted md:text-l">{SEARCH_TEXTS.hero.subtitle}</p>
        </div>
        <HeroSearchBox busy={busy} onSearch={onSearch} onLocate={onLocate} />
      </div>
    </section>
  )
})
