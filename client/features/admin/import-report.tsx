import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IMPORT_OUTCOMES } from '../../../data/model/import.ts'
import type { ImportOutcome, ImportPreviewRow, ImportRecord } from '../../../data/model/import.ts'
import { addressOf, readImportReport } from '../../api/admin.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { CELL, Head, ReadPlaceholder, TableBox } from './parts.tsx'
import { useAdminRead } from './queries.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.report

const OUTCOME_LOOK = {
  new: 'bg-leaf-wash text-leaf',
  updated: 'bg-ochre-wash text-ochre',
  unchanged: 'bg-sunken text-muted',
  merged: 'bg-sunken text-muted',
  failed: 'bg-closed-wash text-closed',
} as const satisfies Record<ImportOutcome, string>

type Figures = Pick<ImportRecord, 'total' | 'created' | 'updated' | 'unchanged' | 'merged' | 'failed'>

const countOf = (outcome: ImportOutcome, figures: Figures) => figures[outcome === 'new' ? 'created' : outcome]

function Details({ row: { changes, notes, reason, published, outcome } }: { row: ImportPreviewRow }) {
  const lines = [
    ...(reason === null ? [] : [reason]),
    ...notes,
    ...(published || outcome === 'failed' ? [] : [T.keptBack]),
  ]
  return (
    <div className="grid gap-2">
      {changes.length > 0 && (
        <dl className="m-0 grid gap-1">
          {changes.map(({ field, before, after }) => (
            <div key={field} className="grid gap-x-2 sm:grid-cols-[8rem_1fr_1fr]">
              <dt className="font-semibold">{field}</dt>
              <dd className="m-0 text-muted">
                <span className="sr-only">{T.before}: </span>
                {before === '' ? T.nothing : <del>{before}</del>}
              </dd>
              <dd className="m-0">
                <span className="sr-only">{T.after}: </span>
                {after === '' ? T.nothing : <ins className="no-underline">{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

const PAGE_SIZES = [25, 100, 500] as const

/** The report of an import or of a dry run: every row of the file, filtered by outcome, with a download. */
export function ImportReport({ id, figures }: { id: number; figures: Figures }) {
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const read = useAdminRead(
    addressOf(`import-reports/${id}`, { outcome, offset: (page - 1) * size, limit: size }),
    readImportReport,
  )
  const { data } = read
  const show = (next: ImportOutcome | undefined) => {
    setOutcome(next)
    setPage(1)
  }
  const choices = [undefined, ...IMPORT_OUTCOMES] as const
  return (
    <section className="stack gap-3" aria-label={T.title}>
      <h3 className="text-m">{T.title}</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <div role="group" aria-label={T.show} className="flex flex-wrap gap-2">
          {choices.map((choice) => {
            const count = choice === undefined ? figures.total : countOf(choice, figures)
            if (count === 0 && choice !== undefined) return null
            return (
              <button
                key={choice ?? 'all'}
                type="button"
                aria-pressed={choice === outcome}
                onClick={() => show(choice)}
                className="inline-flex min-h-tap items-center gap-2 rounded-full border-control border-line-strong px-4 font-semibold
                  aria-pressed:border-leaf aria-pressed:bg-leaf aria-pressed:text-on-leaf not-aria-pressed:hover:bg-leaf-wash"
              >
                {choice === undefined ? T.all : T.outcomes[choice]}{' '}
                <span className="font-normal tabular-nums">{count.toLocaleString('en-AU')}</span>
              </button>
            )
          })}
        </div>
        <a
          href={addressOf(`import-reports/${id}/file`, { outcome })}
          download
          className={buttonClass('outline')}
        >
          {outcome === undefined ? T.download : T.downloadOf(T.outcomes[outcome])}
        </a>
      </div>
      {data === undefined && <ReadPlaceholder read={read} error={T.error} />}
      {data !== undefined && (
        <TableBox label={T.title}>
          <table className="w-full border-collapse" aria-busy={read.stale}>
            <thead>
              <tr>
                <Head className="text-right">{T.row}</Head>
                <Head>{T.park}</Head>
                <Head>{T.outcome}</Head>
                <Head>{T.details}</Head>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.row}>
                  <td className={`${CELL} text-right tabular-nums`}>{row.row}</td>
                  <td className={`${CELL} min-w-44`}>
                    {row.parkId !== null && row.published ? (
                      <Link
                        to="/park/$id"
                        params={{ id: String(row.parkId) }}
                        target="_blank"
                        className="textlink font-semibold"
                      >
                        {row.name}
                      </Link>
                    ) : (
                      <strong className="font-semibold">{row.name}</strong>
                    )}
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
                  <td className={`${CELL} min-w-72 text-s`}>
                    <Details row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      {data !== undefined && data.total > PAGE_SIZES[0] && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          onPage={setPage}
          onSize={(next) => {
            setSize(next)
            setPage(1)
          }}
          sizes={PAGE_SIZES}
          sizeLabel={T.pageSize}
        />
      )}
    </section>
  )
}
