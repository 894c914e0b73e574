import { Link } from '@tanstack/react-router'
import { STATE_NAMES, type StateCode } from '../../data/model/state.ts'
import { PAGE_TEXTS } from './page-texts.ts'

/** The first steps of a breadcrumb, to the list of states. */
export const STATES_STEPS = [
  { key: 'home', step: <Link to="/">{PAGE_TEXTS.home}</Link> },
  { key: 'states', step: <Link to="/state">{PAGE_TEXTS.states}</Link> },
]

/** The first steps of a breadcrumb, to a state. */
export const stateSteps = (state: StateCode) => [
  ...STATES_STEPS,
  {
    key: 'state',
    step: (
      <Link to="/state/$state" params={{ state: state.toLowerCase() }}>
        {STATE_NAMES[state]}
      </Link>
    ),
  },
]
