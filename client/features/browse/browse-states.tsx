import { Link } from '@tanstack/react-router'
import { useStates } from '../../queries/places.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { BROWSE_TEXTS } from './texts.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const SKELETONS = 8
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4'
const CARD = 'card flex min-h-28 items-center justify-between gap-3 p-5'

export default function BrowseStates() {
  useTitle(BROWSE_TEXTS.statesTitle)
  const { status, states, retry } = useStates()
  return (
    <div className="wrap stack gap-5 py-7 md:py-10">
      <div>
        <PageTitle>{BROWSE_TEXTS.statesTitle}</PageTitle>
        <p className="mt-1 text-muted">{BROWSE_TEXTS.statesLead}</p>
      </div>
      {status === 'error' && states.length === 0 && (
        <Panel title={BROWSE_TEXTS.errorStates} tone="error">
          <Button onClick={retry}>{UI_TEXTS.tryAgain}</Button>
        </Panel>
      )}
      {status === 'loading' && (
        <div className={GRID} aria-busy="true">
          <output className="sr-only">{BROWSE_TEXTS.loadingStates}</output>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <div key={index} aria-hidden="true" className={CARD}>
              <div className="skeleton h-6 w-3/5" />
            </div>
          ))}
        </div>
      )}
      {states.length > 0 && (
        <ul className={GRID}>
          {states.map(({ code, name, parks }) => (
            <li key={code}>
              <Link
                to="/state/$state"
                params={{ state: code.toLowerCase() }}
                className={`${CARD} h-full text-ink no-underline hover:border-leaf hover:bg-leaf-wash`}
              >
                <span className="grid gap-1">
                  <span className="text-l leading-tight font-bold">{name}</span>
                  <span className="text-s text-muted">
                    {parks === null ? BROWSE_TEXTS.explore : PARK_TEXTS.list.count(parks)}
                  </span>
                </span>
                <ChevronRight className="shrink-0 text-ochre" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
