import { FEATURE_IDS, FEATURE_LABELS } from '../../../data/model/feature.ts'
import { FeatureId } from '../../../data/model/feature.ts'
import { IMPORT_FIELD_LABELS, ImportField } from '../../../data/model/import.ts'
import type { AssignedColumn, ImportColumn } from '../../../data/model/import.ts'
import { NO_CHOICE } from '../../ui/field.tsx'
import { CELL, Head, TableBox } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.upload

/** What a column is read as, in the list of choices. */
type Meaning = Pick<ImportColumn, 'field' | 'feature'>

const FEATURE_PREFIX = 'feature:'
const valueOf = ({ field, feature }: Meaning) =>
  field === null ? NO_CHOICE : field === 'feature' ? `${FEATURE_PREFIX}${feature ?? ''}` : field

function meaningOf(value: string): Meaning {
  if (value === NO_CHOICE) return { field: null, feature: null }
  if (value.startsWith(FEATURE_PREFIX))
    return { field: 'feature', feature: FeatureId.parse(value.slice(FEATURE_PREFIX.length)) }
  return { field: ImportField.parse(value), feature: null }
}

/** The columns of the file with what each is read as, to be changed before the import. */
export function ColumnMapping({
  columns,
  assigned,
  onAssign,
}: {
  columns: readonly ImportColumn[]
  assigned: readonly AssignedColumn[]
  onAssign(assigned: AssignedColumn[]): void
}) {
  const chosen = new Map(assigned.map((each) => [each.at, each]))
  const hasName = columns.some((column, at) => (chosen.get(at) ?? column).field === 'name')
  return (
    <section className="stack gap-2">
      <h3 className="text-m">{T.mapping}</h3>
      <p className="text-s text-muted">{T.mappingLead}</p>
      {!hasName && (
        <p role="alert" className="font-semibold text-closed">
          {T.noName}
        </p>
      )}
      <TableBox label={T.mapping}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <Head>{T.column}</Head>
              <Head>{T.meaning}</Head>
              <Head>{T.example}</Head>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a list may have two columns of one name, and they never move
              <tr key={at} className={(chosen.get(at) ?? column).field === null ? 'text-muted' : ''}>
                <td className={`${CELL} font-semibold`}>{column.column}</td>
                <td className={CELL}>
                  <select
                    aria-label={T.assign(column.column)}
                    value={valueOf(chosen.get(at) ?? column)}
                    onChange={(event) =>
                      onAssign([
                        ...assigned.filter((each) => each.at !== at),
                        { at, ...meaningOf(event.target.value) },
                      ])
                    }
                    className="min-h-tap w-full min-w-44 rounded-control border-control border-line-strong bg-surface px-3 text-ink"
                  >
                    <option value={NO_CHOICE}>{T.leftOut}</option>
                    <optgroup label={T.fields}>
                      {ImportField.options
                        .filter((field) => field !== 'feature')
                        .map((field) => (
                          <option key={field} value={field}>
                            {IMPORT_FIELD_LABELS[field]}
                          </option>
                        ))}
                    </optgroup>
                    <optgroup label={IMPORT_FIELD_LABELS.feature}>
                      {FEATURE_IDS.map((id) => (
                        <option key={id} value={`${FEATURE_PREFIX}${id}`}>
                          {FEATURE_LABELS[id]}
                        </option>
                      ))}
                    </optgroup>
                  </select>
                </td>
                <td className={CELL}>{column.example}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  )
}
