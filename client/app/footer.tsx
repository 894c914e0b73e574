import { Link, type LinkComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { PawIcon } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { PRODUCT } from '../../data/model/constants.ts'

const LINK =
  'inline-flex min-h-11 min-w-11 items-center text-ink no-underline hover:underline underline-offset-4'

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

/** A link of a group. */
const Entry = (props: LinkComponentProps) => (
  <li>
    <Link {...props} className={LINK} />
  </li>
)

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
          <Entry to="/">{tabs.search}</Entry>
          <Entry to="/state">{tabs.browse}</Entry>
          <Entry to="/states">{APP_TEXTS.footer.allStates}</Entry>
          <Entry to="/favorites">{tabs.favourites}</Entry>
          <Entry to="/submit-park">{tabs.submit}</Entry>
          <Entry to="/offline">{APP_TEXTS.footer.offline}</Entry>
        </Group>
        <Group title={APP_TEXTS.footer.states} wide>
          {STATE_CODES.map((code) => (
            <Entry key={code} to="/state/$state" params={{ state: code.toLowerCase() }}>
              {STATE_NAMES[code]}
            </Entry>
          ))}
        </Group>
        <Group title={APP_TEXTS.footer.cities} wide>
          {CITIES.map(([city, state]) => (
            <Entry
              key={city}
              to="/state/$state/$city"
              params={{ state: state.toLowerCase(), city: citySlug(city) }}
            >
              {city}
            </Entry>
          ))}
        </Group>
        <Group title={APP_TEXTS.footer.offlead}>
          <Entry to="/auth">{APP_TEXTS.account.login}</Entry>
          <Entry to="/auth" search={{ tab: 'register' }}>
            {APP_TEXTS.account.createAccount}
          </Entry>
          <Entry to="/profile">{APP_TEXTS.account.profile}</Entry>
          <Entry to="/accessibility">{APP_TEXTS.header.accessibility}</Entry>
          <Entry to="/contact">{APP_TEXTS.footer.contact}</Entry>
          <Entry to="/privacy">{APP_TEXTS.footer.privacy}</Entry>
          <Entry to="/terms">{APP_TEXTS.footer.terms}</Entry>
        </Group>
      </div>
    </footer>
  )
}
