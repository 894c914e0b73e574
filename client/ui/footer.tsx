import { Link } from '@tanstack/react-router'
import { STATE_CODES, STATE_NAMES } from '../../data/model/state.ts'
import { PawIcon } from './icons.tsx'
import { TEXTS } from './texts.ts'

const ENTRY = 'inline-flex min-h-11 items-center text-ink no-underline hover:underline underline-offset-4'

export function Footer() {
  return (
    <footer className="mt-12 border-t border-line bg-sunken pb-[calc(6rem+env(safe-area-inset-bottom))] md:pb-10">
      <div className="wrap stack gap-8 pt-8 sm:grid-cols-2 lg:grid-cols-[1.2fr_1fr_2fr]">
        <div className="grid content-start gap-2 sm:max-lg:col-span-2">
          <p className="flex items-center gap-2 text-l font-extrabold text-leaf-deep"><PawIcon size={26} className="text-ochre" /> {TEXTS.product}</p>
          <p>{TEXTS.footer.claim}</p>
          <p className="text-s text-muted">{TEXTS.footer.signs}</p>
        </div>
        <nav aria-label={TEXTS.footer.find}>
          <h2 className="text-m">{TEXTS.footer.find}</h2>
          <ul>
            <li><Link to="/" className={ENTRY}>{TEXTS.header.tabs.search}</Link></li>
            <li><Link to="/state" className={ENTRY}>{TEXTS.header.tabs.browse}</Link></li>
            <li><Link to="/states" className={ENTRY}>{TEXTS.footer.allStates}</Link></li>
            <li><Link to="/favorites" className={ENTRY}>{TEXTS.header.tabs.favourites}</Link></li>
            <li><Link to="/auth" className={ENTRY}>{TEXTS.account.login}</Link></li>
            <li><Link to="/auth" search={{ tab: 'register' }} className={ENTRY}>{TEXTS.account.createAccount}</Link></li>
            <li><Link to="/profile" className={ENTRY}>{TEXTS.account.profile}</Link></li>
          </ul>
        </nav>
        <nav aria-label={TEXTS.footer.states}>
          <h2 className="text-m">{TEXTS.footer.states}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-4">
            {STATE_CODES.map((code) => (
              <li key={code}><Link to="/state/$state" params={{ state: code.toLowerCase() }} className={ENTRY}>{STATE_NAMES[code]}</Link></li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
