import { STATE_CODES, STATE_NAMES, type StateCode } from '../../../data/model/state.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BROWSE_TEXTS } from './texts.ts'

/** Page for an unknown state: links to the eight states and territories. */
export function NoSuchState() {
  return (
    <div className="wrap py-8">
      <Panel level={1} title={BROWSE_TEXTS.noSuchState}>
        <ul className="flex flex-wrap gap-2">
          {STATE_CODES.map((code) => (
            <li key={code}>
              <ButtonLink look="outline" to="/state/$state" params={{ state: code.toLowerCase() }}>
                {STATE_NAMES[code]}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** Page for an unknown suburb: offers a search for the words of the address. */
export function NoSuchCity({ state, slug }: { state: StateCode; slug: string }) {
  const words = slug.replaceAll('--', ' - ').replaceAll('-', ' ').trim()
  return (
    <div className="wrap py-8">
      <Panel level={1} title={BROWSE_TEXTS.noSuchCity(STATE_NAMES[state])}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" search={{ q: `${words} ${state}` }}>
            {BROWSE_TEXTS.searchFor(words)}
          </ButtonLink>
          <ButtonLink look="outline" to="/state/$state" params={{ state: state.toLowerCase() }}>
            {BROWSE_TEXTS.viewRegions(STATE_NAMES[state])}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  )
}
