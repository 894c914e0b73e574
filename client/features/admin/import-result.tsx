import { Link } from '@tanstack/react-router'
import type { AssignedColumn, ImportResult } from '../../../data/model/import.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportReport } from './import-report.tsx'
import { CELL, Head, TableBox } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.upload

/** Texts about hours that could not be read, with where they are in the file. */
function NotUnderstoodTexts({ result: { notUnderstood, notUnderstoodTotal } }: { result: ImportResult }) {
  if (notUnderstood.length === 0) return null
  return (
    <section className="stack gap-2">
      <h3 className="text-m">{T.notUnderstood}</h3>
      <p className="text-s text-muted">
        {T.notUnderstoodLead} {T.notUnderstoodMost(notUnderstood.length, notUnderstoodTotal)}
      </p>
      <TableBox label={T.notUnderstood}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <Head className="text-right">{T.row}</Head>
              <Head>{T.column}</Head>
              <Head>{T.text}</Head>
            </tr>
          </thead>
          <tbody>
            {notUnderstood.map(({ row, column, text }) => (
              <tr key={`${row} ${column} ${text}`}>
                <td className={`${CELL} text-right tabular-nums`}>{row}</td>
                <td className={CELL}>{column}</td>
                <td className={CELL}>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  )
}

/** The result of an import or of a dry run. `assigned`: the columns assigned by hand for the next one. */
export function ImportOutcomes({
  result,
  assigned,
  onAssign,
}: {
  result: ImportResult
  assigned: readonly AssignedColumn[]
  onAssign(assigned: AssignedColumn[]): void
}) {
  const { dryRun, imported, total, failed, failuresUrl, readAs, mapping, reportId, unpublished } = result
  const figures = (['created', 'updated', 'unchanged', 'merged', 'unpublished', 'pictures'] as const).filter(
    (figure) => result[figure] > 0,
  )
  return (
    <div className="stack gap-5">
      <Callout tone={dryRun ? 'warning' : 'success'} className="grid gap-2 p-4">
        {/* The import's text is fixed by the specification; a dry run has its own. */}
        <p className="font-semibold">
          {dryRun ? T.checked(imported, total) : T.imported(imported, total)}{' '}
          {failed > 0 && T.invalid(failed)}
        </p>
        {figures.length > 0 && (
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-s">
            {figures.map((figure) => (
              <li key={figure}>{T.figures[figure](result[figure])}</li>
            ))}
          </ul>
        )}
        <p className="text-s text-muted">
          {T.readAs}: {readAs}
        </p>
        {!dryRun && (
          <p className="flex flex-wrap gap-2">
            {failuresUrl !== null && (
              <a href={failuresUrl} download className={buttonClass('outline')}>
                {T.failures}
              </a>
            )}
            {unpublished > 0 && (
              <Link to="/admin/rules" className={buttonClass('outline')}>
                {T.setRules}
              </Link>
            )}
            <Link to="/admin/imports" className={buttonClass('outline')}>
              {T.seeImports}
            </Link>
          </p>
        )}
      </Callout>
      {dryRun && <ColumnMapping columns={mapping} assigned={assigned} onAssign={onAssign} />}
      <NotUnderstoodTexts result={result} />
      {reportId !== null && <ImportReport key={reportId} id={reportId} figures={result} />}
    </div>
  )
}
