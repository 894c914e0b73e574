import { useId, useState, type ChangeEventHandler } from 'react'
import { IMPORT_FILE_TYPES } from '../../../data/model/import.ts'
import type { ImportFileType, ImportJob } from '../../../data/model/import.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/form-fields.tsx'
import { SubmitButton } from '../../ui/form.tsx'
import { ImportJobs, ImportProgress, runningJob, useImportJobs } from './import-jobs.tsx'
import { ImportOutcomes } from './import-result.tsx'
import { Heading } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'
import { useImportForm } from './use-import-form.ts'

const T = ADMIN_TEXTS.upload

/** In binary units, as the limit of a file is. */
const formatSize = (bytes: number) =>
  bytes < 1024 ** 2 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`

function FileTypes({
  value,
  onChange,
  disabled,
}: {
  value: ImportFileType
  onChange: (type: ImportFileType) => void
  disabled: boolean
}) {
  return (
    <fieldset className="m-0 border-0 p-0" disabled={disabled}>
      <legend className="mb-1 text-s font-semibold">{T.fileType}</legend>
      <div className="flex flex-wrap gap-2">
        {IMPORT_FILE_TYPES.map((type) => (
          <label
            key={type}
            className="inline-flex min-h-tap items-center gap-3 rounded-control border-control border-line-strong px-4 has-checked:border-leaf has-checked:bg-leaf-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="fileType"
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
              className="size-5 shrink-0"
            />
            {T.types[type]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Chooses the file; says which one is chosen, and how large it may be. */
function FileChoice({
  id,
  errorId,
  fileType,
  file,
  disabled,
  onChange,
}: {
  id: string
  /** Id of the message that says what is wrong with the file; `undefined` if nothing is. */
  errorId: string | undefined
  fileType: ImportFileType
  file: File | null
  disabled: boolean
  onChange: ChangeEventHandler<HTMLInputElement>
}) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          key={fileType}
          id={id}
          type="file"
          accept={T.accepts[fileType]}
          disabled={disabled}
          onChange={onChange}
          aria-describedby={`${id}-chosen ${id}-limit`}
          {...(errorId === undefined ? {} : { 'aria-errormessage': errorId, 'aria-invalid': true })}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={buttonClass(
            'outline',
            'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus peer-disabled:opacity-60',
          )}
        >
          {file ? T.another : T.choose[fileType]}
        </label>
        <output id={`${id}-chosen`} className={file ? 'font-semibold' : 'text-muted'}>
          {file ? T.chosen(file.name, formatSize(file.size)) : T.none}
        </output>
      </div>
      <p id={`${id}-limit`} className="text-s text-muted">
        {T.limit[fileType]}
      </p>
    </div>
  )
}

/**
 * How much of the file is sent, then how many rows are imported.
 * @param sent share of the file, 0 to 1
 */
function UploadProgress({
  sent,
  dryRun,
  job,
}: {
  sent: number
  dryRun: boolean
  job: ImportJob | undefined
}) {
  return (
    <div className="grid gap-1">
      {sent < 1 ? (
        <progress value={sent} max={1} aria-label={T.uploading} className="h-3 w-full" />
      ) : (
        <ImportProgress job={dryRun ? undefined : job} label={T.uploading} />
      )}
      <output className="text-s text-muted">
        {sent < 1 ? T.sent(Math.floor(sent * 100)) : dryRun ? T.readingDry : T.reading}
      </output>
    </div>
  )
}

/** The import form: no file, file selected, uploading, then success or error (specification 14.35). */
export default function ImportForm() {
  const id = useId()
  const { form, fileType, file, dryRun, result, sent, message, chooseType, chooseFile, cancel, columns } =
    useImportForm()
  const { busy } = form

  const isImporting = busy && !dryRun
  const jobs = useImportJobs(isImporting)
  const running = runningJob(jobs)
  /** The import that this page has begun. */
  const [own, setOwn] = useState<number>()
  if (isImporting && running && running.fileName === file?.name && running.id !== own) setOwn(running.id)
  // Once the server has replied, the reply says how it ended.
  const isAnswered = result !== null || message !== undefined
  const otherJobs = isAnswered ? jobs.filter(({ id }) => id !== own) : jobs
  const messageId = `${id}-message`

  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      {!isImporting && <ImportJobs jobs={otherJobs} shown={message} />}
      <form {...form.props} className="card stack gap-5 p-4 md:p-6">
        <FileTypes value={fileType} onChange={chooseType} disabled={busy} />
        <FileChoice
          id={`${id}-file`}
          errorId={message === undefined ? undefined : messageId}
          fileType={fileType}
          file={file}
          disabled={busy}
          onChange={chooseFile}
        />
        <div className="max-w-xl">
          <Field form={form} name="source" label={T.source} note={T.sourceNote} maxLength={200} />
        </div>
        <div role="alert" className="empty:-mt-5">
          {message !== undefined && (
            <p id={messageId} className="rounded-control bg-closed-wash px-4 py-3 font-semibold text-closed">
              {message}
            </p>
          )}
        </div>
        {busy && <UploadProgress sent={sent} dryRun={dryRun} job={running} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton
            form={form}
            busyText={dryRun ? T.upload : T.uploading}
            onClick={() => form.setValue('dryRun', false)}
          >
            {T.upload}
          </SubmitButton>
          <SubmitButton
            form={form}
            look="outline"
            busyText={dryRun ? T.checking : T.check}
            onClick={() => form.setValue('dryRun', true)}
          >
            {T.check}
          </SubmitButton>
          {busy && (
            <Button look="quiet" onClick={cancel}>
              {T.cancel}
            </Button>
          )}
        </div>
      </form>
      {columns.assigned.length > 0 && !busy && (
        <Callout tone="warning" role="status" className="p-4">
          {T.assignedLead}
        </Callout>
      )}
      <div aria-live="polite">{result && <ImportOutcomes result={result} {...columns} />}</div>
    </div>
  )
}
