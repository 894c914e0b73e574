import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { PawIcon } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { PRODUCT } from '../../data/model/constants.ts'

const LINK = 'inline-flex min-h-11 items-center text-ink no-underline hover:underline underline-offset-4'

/** The capitals, each linked to its city page. */
const CITIES = [
  ['Sydney', 'NSW'],
  ['Melbourne', 'VIC'],
  ['Brisbane', 'QLD'],
  ['Perth', 'WA'],
  ['Adelaide', 'SA'],
  ['Hobart', 'TAS'],
  ['Darwin', 'NT'],
  ['Canberra', 'ACT'],
] as const satisfies readonly (readonly [string, StateCode])[]

function Group({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-m">{title}</h2>
      <ul className={wide ? 'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-4' : ''}>
        {children}
      </ul>
    </nav>
  )
}

export function Footer() {
  const tabs = APP_TEXTS.header.tabs
  return (
    <footer className="mt-12 border-t border-line bg-sunken pb-[calc(6rem+env(safe-area-inset-bottom))] md:pb-10">
      <div className="wrap stack gap-8 pt-8 sm:grid-cols-2 lg:grid-cols-[1.3fr_1fr_1fr_1fr_1fr] lg:gap-6">
        <div className="grid content-start gap-2 sm:max-lg:col-span-2">
          <p className="flex items-center gap-2 text-l font-extrabold text-leaf-deep">
            <PawIcon size={26} className="text-ochre" /> {PRODUCT}
          </p>
          <p>{APP_TEXTS.footer.claim}</p>
          <p className="text-s text-muted">{APP_TEXTS.footer.signs}</p>
        </div>
        <Group title={APP_TEXTS.footer.find}>
          <li>
            <Link to="/" className={LINK}>
              {tabs.search}
            </Link>
          </li>
          <li>
            <Link to="/state" className={LINK}>
              {tabs.browse}
            </Link>
          </li>
          <li>
            <Link to="/states" className={LINK}>
              {APP_TEXTS.footer.allStates}
            </Link>
          </li>
          <li>
            <Link to="/favorites" className={LINK}>
              {tabs.favourites}
            </Link>
          </li>
          <li>
            <Link to="/submit-park" className={LINK}>
              {tabs.submit}
            </Link>
          </li>
          <li>
            <Link to="/offline" className={LINK}>
              {APP_TEXTS.footer.offline}
            </Link>
          </li>
        </Group>
        <Group title={APP_TEXTS.footer.states} wide>
          {STATE_CODES.map((code) => (
            <li key={code}>
              <Link to="/state/$state" params={{ state: code.toLowerCase() }} className={LINK}>
                {STATE_NAMES[code]}
              </Link>
            </li>
          ))}
        </Group>
        <Group title={APP_TEXTS.footer.cities} wide>
          {CITIES.map(([city, state]) => (
            <li key={city}>
              <Link
                to="/state/$state/$city"
                params={{ state: state.toLowerCase(), city: citySlug(city) }}
                className={LINK}
              >
                {city}
              </Link>
            </li>
          ))}
        </Group>
        <Group title={APP_TEXTS.footer.offlead}>
          <li>
            <Link to="/auth" className={LINK}>
              {APP_TEXTS.account.login}
            </Link>
          </li>
          <li>
            <Link to="/auth" search={{ tab: 'register' }} className={LINK}>
              {APP_TEXTS.account.createAccount}
            </Link>
          </li>
          <li>
            <Link to="/profile" className={LINK}>
              {APP_TEXTS.account.profile}
            </Link>
          </li>
          <li>
            <Link to="/accessibility" className={LINK}>
              {APP_TEXTS.header.accessibility}
            </Link>
          </li>
          <li>
            <Link to="/contact" className={LINK}>
              {APP_TEXTS.footer.contact}
            </Link>
          </li>
          <li>
            <Link to="/privacy" className={LINK}>
              {APP_TEXTS.footer.privacy}
            </Link>
          </li>
          <li>
            <Link to="/terms" className={LINK}>
              {APP_TEXTS.footer.terms}
            </Link>
          </li>
        </Group>
      </div>
    </footer>
  )
}
