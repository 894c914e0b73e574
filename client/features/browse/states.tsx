import { useStates } from '../../queries/places.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { BROWSE_TEXTS } from './texts.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const SKELETONS = 8
const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4'

export default function States() {
  useTitle(BROWSE_TEXTS.byStateTitle)
  const { status, states, error, retry } = useStates()
  return (
    <div className="wrap stack gap-5 py-7 md:py-10">
      <PageTitle>{BROWSE_TEXTS.byStateTitle}</PageTitle>
      {status === 'error' && states.length === 0 && (
        <Panel title={BROWSE_TEXTS.errorStatesFor(error?.message ?? '')} tone="error">
          <Button onClick={retry}>{UI_TEXTS.tryAgain}</Button>
        </Panel>
      )}
      {status === 'loading' && (
        <div className={GRID} aria-busy="true">
          <output className="sr-only">{BROWSE_TEXTS.loadingStates}</output>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <div key={index} aria-hidden="true" className="card grid gap-3 p-5">
              <div className="grid gap-1">
                <div className="skeleton h-8 w-16" />
                <div className="skeleton h-6 w-4/5" />
                <div className="skeleton h-line w-3/5" />
              </div>
              <div className="skeleton h-tap w-full" />
            </div>
          ))}
        </div>
      )}
      {states.length > 0 && (
        <ul className={GRID}>
          {states.map(({ code, name, parks }) => (
            <li key={code} className="card grid content-between gap-3 p-5">
              <div className="grid gap-1">
                <p className="text-xl font-extrabold text-ochre">{code}</p>
                <h2 className="text-l">{name}</h2>
                <p className="text-muted">
                  {parks === null ? BROWSE_TEXTS.explore : PARK_TEXTS.list.count(parks)}
                </p>
              </div>
              <ButtonLink
                to="/state/$state"
                params={{ state: code.toLowerCase() }}
                aria-label={`${BROWSE_TEXTS.viewDogParks}: ${name}`}
              >
                {BROWSE_TEXTS.viewDogParks}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
