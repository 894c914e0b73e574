import type { UnpublishedCouncil } from '../../../data/model/import.ts'
import { Select } from '../../ui/field.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.councils

/** All councils; '' means the parks in no known council area. */
export const ALL_COUNCILS = 'all'

/**
 * Adds the chosen council to an address with parameters. `addressOf` would leave out '', which is a choice.
 */
export const withCouncil = (address: string, council: string) =>
  council === ALL_COUNCILS ? address : `${address}&council=${council}`

interface CouncilSelectProps<Council> {
  councils: readonly Council[]
  /** A code, '' or {@link ALL_COUNCILS}. */
  value: string
  onChange(value: string): void
  textOf(name: string, council: Council): string
}

export function CouncilSelect<Council extends Pick<UnpublishedCouncil, 'code' | 'name' | 'state'>>({
  councils,
  value,
  onChange,
  textOf,
}: CouncilSelectProps<Council>) {
  return (
    <Select label={T.label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value={ALL_COUNCILS}>{T.all}</option>
      {councils.map((council) => (
        <option key={council.code} value={council.code}>
          {textOf(
            council.name === '' ? T.none : [council.name, council.state].filter(Boolean).join(', '),
            council,
          )}
        </option>
      ))}
    </Select>
  )
}
