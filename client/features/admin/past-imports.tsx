import { useState } from 'react'
import type { ImportRecord } from '../../../data/model/import.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ROW } from '../../ui/list-focus.ts'
import { useOpenInPlace } from '../../ui/open-in-place.ts'
import { toast } from '../../platform/toast.ts'
import { readImports, undoImport } from '../../api/admin.ts'
import { ImportReport } from './import-report.tsx'
import { useAdminChange } from './queries.ts'
import { ListPage } from './list-page.tsx'
import { formatDate } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.past

function Undo({ record }: { record: ImportRecord }) {
  const confirmation = useOpenInPlace()
  const undo = useAdminChange(undoImport, {
    directory: true,
    done: ({ message }) => toast({ title: T.undone, description: message }),
  })
  if (!confirmation.isOpen)
    return (
      <Button look="outline" aria-label={T.undoOf(record.fileName)} {...confirmation.opener}>
        {T.undo}
      </Button>
    )
  return (
    <div className="grid w-full gap-2 rounded-control bg-closed-wash p-3">
      <p>{T.sure(record.fileName)}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          look="danger"
          autoFocus
          aria-disabled={undo.isPending}
          onClick={() => !undo.isPending && undo.mutate(record.id)}
        >
          {undo.isPending ? T.undoing : T.undoNow}
        </Button>
        <Button look="quiet" onClick={confirmation.close}>
          {ADMIN_TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}

/** Every row of the import, loaded when it is opened. */
function Report({ id, record }: { id: number; record: ImportRecord }) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-tap content-center font-semibold text-leaf">{T.showReport}</summary>
      {open && <ImportReport id={id} figures={record} />}
    </details>
  )
}

function OneImport({ record }: { record: ImportRecord }) {
  const {
    fileName,
    createdAt,
    username,
    imported,
    total,
    failed,
    pictures,
    failuresUrl,
    reportId,
    undoneAt,
    undoneBy,
  } = record
  const all = pictures.waiting + pictures.copied + pictures.failed
  const figures = (['created', 'updated', 'unchanged', 'merged', 'unpublished'] as const).filter(
    (figure) => record[figure] > 0,
  )
  return (
    <li {...ROW} className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid">
          <h2 className={`text-m font-semibold ${undoneAt === null ? '' : 'line-through'}`}>{fileName}</h2>
          <p className="text-s text-muted">
            {formatDate(createdAt)} {T.by(username)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {failuresUrl !== null && (
            <a href={failuresUrl} download className={buttonClass('outline')}>
              {ADMIN_TEXTS.upload.failures}
            </a>
          )}
        </div>
      </div>
      <p>
        {T.figures(imported, total)}. {failed > 0 && ADMIN_TEXTS.upload.invalid(failed)}
      </p>
      {figures.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 text-s text-muted">
          {figures.map((figure) => (
            <li key={figure}>{ADMIN_TEXTS.upload.figures[figure](record[figure])}</li>
          ))}
        </ul>
      )}
      {all > 0 && <p className="text-s text-muted">{T.pictures(pictures.copied, all, pictures.failed)}</p>}
      {reportId !== null && <Report id={reportId} record={record} />}
      {undoneAt === null ? (
        <div className="flex">
          <Undo record={record} />
        </div>
      ) : (
        <p className="font-semibold">{T.undoneAt(formatDate(undoneAt), undoneBy)}</p>
      )}
    </li>
  )
}

/** Completed imports, each with an undo button. */
export default function PastImports() {
  return (
    <ListPage texts={T} list="imports" read={readImports} step={25}>
      {(rows) => (
        <ul className="grid gap-3">
          {rows.map((record) => (
            <OneImport key={record.id} record={record} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}
