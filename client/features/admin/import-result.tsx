import { Link } from '@tanstack/react-router'
import { FEATURE_LABELS } from '../../../data/model/feature.ts'
import { IMPORT_FIELD_LABELS } from '../../../data/model/import.ts'
import type { ImportColumn, ImportPreviewRow, ImportResult } from '../../../data/model/import.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CELL, Head, TableBox } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'
import { Callout } from '../../ui/callout.tsx'

const T = ADMIN_TEXTS.upload

const meaningOf = ({ field, feature }: ImportColumn) =>
  field === null
    ? T.leftOut
    : field === 'feature' && feature !== null
      ? FEATURE_LABELS[feature]
      : IMPORT_FIELD_LABELS[field]

function Mapping({ columns }: { columns: readonly ImportColumn[] }) {
  return (
    <section className="stack gap-2">
      <h3 className="text-m">{T.mapping}</h3>
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
              <tr key={at} className={column.field === null ? 'text-muted' : ''}>
                <td className={`${CELL} font-semibold`}>{column.column}</td>
                <td className={CELL}>{meaningOf(column)}</td>
                <td className={CELL}>{column.example}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  )
}

const OUTCOME_LOOK = {
  new: 'bg-leaf-wash text-leaf',
  updated: 'bg-ochre-wash text-ochre',
  unchanged: 'bg-sunken text-muted',
  failed: 'bg-closed-wash text-closed',
} as const

function Details({ row: { changes, notes, reason, published, outcome } }: { row: ImportPreviewRow }) {
  const lines = [
    ...(reason === null ? [] : [reason]),
    ...changes.map(({ field, before, after }) => T.change(field, before, after)),
    ...notes,
    ...(published || outcome === 'failed' ? [] : [T.keptBack]),
  ]
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Preview({ rows, done }: { rows: readonly ImportPreviewRow[]; done: boolean }) {
  return (
    <section className="stack gap-2">
      <h3 className="text-m">{done ? T.previewDone : T.preview}</h3>
      {rows.length === 0 && !done && <p className="text-muted">{T.nothing}</p>}
      {rows.length > 0 && (
        <>
          <p className="text-s text-muted">{T.previewMost(rows.length)}</p>
          <TableBox label={done ? T.previewDone : T.preview}>
            <table className="w-full border-collapse">
              <thead>
                <tr>
                  <Head className="text-right">{T.row}</Head>
                  <Head>{T.park}</Head>
                  <Head>{T.outcome}</Head>
                  <Head>{T.details}</Head>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.row}>
                    <td className={`${CELL} text-right tabular-nums`}>{row.row}</td>
                    <td className={CELL}>
                      <strong className="font-semibold">{row.name}</strong>
                      <br />
                      <span className="text-s text-muted">{row.place}</span>
                    </td>
                    <td className={CELL}>
                      <span
                        className={`inline-block rounded-small px-2 text-s font-semibold ${OUTCOME_LOOK[row.outcome]}`}
                      >
                        {T.outcomes[row.outcome]}
                      </span>
                    </td>
                    <td className={`${CELL} min-w-64 text-s`}>
                      <Details row={row} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableBox>
        </>
      )}
    </section>
  )
}

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

/** The result of an import or of a dry run. */
export function ImportOutcomes({ result }: { result: ImportResult }) {
  const { dryRun, imported, total, failed, failuresUrl, readAs, mapping, preview, unpublished } = result
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
      {dryRun && <Mapping columns={mapping} />}
      <NotUnderstoodTexts result={result} />
      <Preview rows={preview} done={!dryRun} />
    </div>
  )
}
