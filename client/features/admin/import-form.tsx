import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react'
import * as z from 'zod/mini'
import { IMPORT_FILE_TYPES, importFileProblem } from '../../../data/model/import.ts'
import type { AssignedColumn, ImportFileType, ImportResult } from '../../../data/model/import.ts'
import { recheckSessionAfter } from '../../queries/account-calls.ts'
import { useConnection } from '../../queries/index.ts'
import { useDirectoryRefresh } from '../../queries/refresh.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/form-fields.tsx'
import { errorOf, SubmitButton, useForm } from '../../ui/form.tsx'
import { toast } from '../../platform/toast.ts'
import { ImportJobs, ImportProgress, runningJob, useImportJobs } from './import-jobs.tsx'
import { ImportOutcomes } from './import-result.tsx'
import { Heading } from './parts.tsx'
import { ADMIN_KEY } from './queries.ts'
import { ADMIN_TEXTS } from './texts.ts'
import { upload, UploadError } from './upload.ts'

const T = ADMIN_TEXTS.upload

/** Checks the file as the server does (specification 15.29 and 15.30). */
const UploadForm = z
  .object({
    fileType: z.enum(IMPORT_FILE_TYPES),
    file: z.nullable(z.instanceof(File)),
    source: z.string(),
    /** Whether the server only says what would change. */
    dryRun: z.boolean(),
  })
  .check(({ value: { fileType, file }, issues }) => {
    const message = importFileProblem(fileType, file)
    if (message !== undefined) issues.push({ code: 'custom', path: ['file'], message, input: file })
  })

const formatSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The import form: no file, file selected, uploading, then success or error (specification 14.35). */
export default function ImportForm() {
  const id = useId()
  const client = useQueryClient()
  const refresh = useDirectoryRefresh()
  const { online } = useConnection()
  const [result, setResult] = useState<ImportResult | null>(null)
  /** Columns of the chosen file that were assigned by hand. */
  const [assigned, setAssigned] = useState<readonly AssignedColumn[]>([])
  /** Share of the file that has been sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  const form = useForm({
    schema: UploadForm,
    defaultValues: { fileType: 'csv', file: null, source: '', dryRun: false },
    async send({ file, fileType, source, dryRun }) {
      if (!online) throw new Error(ADMIN_TEXTS.needsNetwork)
      if (file === null) return
      const controller = new AbortController()
      controllerRef.current = controller
      setSent(0)
      try {
        const done = await upload(
          { file, fileType, dryRun, source, columns: assigned },
          setSent,
          controller.signal,
        )
        setResult(done)
        if (dryRun) return
        setAssigned([])
        toast({ title: T.success, description: T.successBody(done.imported) })
        form.setValue('file', null)
        if (input.current) input.current.value = ''
        void refresh()
        void client.invalidateQueries({ queryKey: ADMIN_KEY })
      } catch (error) {
        setResult(null)
        if (controller.signal.aborted) return
        const text = error instanceof UploadError ? error.message : T.wentWrong
        if (error instanceof UploadError && error.refusal) recheckSessionAfter(client, error.refusal)
        toast({ title: T.failed, description: text, look: 'destructive' })
        throw new Error(text, { cause: error })
      }
    },
  })
  const { busy, errors } = form
  const fileType = form.watch('fileType')
  const file = form.watch('file')
  const dryRun = form.watch('dryRun')
  const message = errorOf(errors, 'file') ?? errors.root?.message

  function chooseType(next: ImportFileType) {
    form.clearErrors()
    form.setValue('fileType', next)
    form.setValue('file', null)
    setResult(null)
    setAssigned([])
    if (input.current) input.current.value = ''
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // Cancelling the file picker keeps the previous file.
    if (!chosen) return
    const problem = importFileProblem(fileType, chosen)
    setResult(null)
    setAssigned([])
    form.clearErrors()
    if (problem !== undefined) form.setError('file', { message: problem })
    form.setValue('file', problem === undefined ? chosen : null)
    if (problem !== undefined) target.value = ''
  }

  const isImporting = busy && !dryRun
  const jobs = useImportJobs(isImporting)
  const running = runningJob(jobs)
  /** The import that this page has begun. */
  const [own, setOwn] = useState<number>()
  if (isImporting && running && running.fileName === file?.name && running.id !== own) setOwn(running.id)
  // Once the server has replied, the reply says how it ended.
  const isAnswered = result !== null || message !== undefined
  const otherJobs = isAnswered ? jobs.filter(({ id }) => id !== own) : jobs

  const stage = sent < 1 ? T.sent(Math.floor(sent * 100)) : dryRun ? T.readingDry : T.reading
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      {!isImporting && <ImportJobs jobs={otherJobs} shown={message} />}
      <form {...form.props} className="card stack gap-5 p-4 md:p-6">
        <fieldset className="m-0 border-0 p-0" disabled={busy}>
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
                  checked={fileType === type}
                  onChange={() => chooseType(type)}
                  className="size-5 shrink-0"
                />
                {T.types[type]}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <input
              key={fileType}
              ref={input}
              id={`${id}-file`}
              type="file"
              accept={T.accepts[fileType]}
              disabled={busy}
              onChange={choose}
              aria-describedby={`${id}-chosen ${id}-limit`}
              {...(message === undefined
                ? {}
                : { 'aria-errormessage': `${id}-message`, 'aria-invalid': true })}
              className="peer sr-only"
            />
            <label
              htmlFor={`${id}-file`}
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
        <div className="max-w-xl">
          <Field form={form} name="source" label={T.source} note={T.sourceNote} maxLength={200} />
        </div>
        <div role="alert" className="empty:-mt-5">
          {message !== undefined && (
            <p
              id={`${id}-message`}
              className="rounded-control bg-closed-wash px-4 py-3 font-semibold text-closed"
            >
              {message}
            </p>
          )}
        </div>
        {busy && (
          <div className="grid gap-1">
            {sent < 1 ? (
              <progress value={sent} max={1} aria-label={T.uploading} className="h-3 w-full" />
            ) : (
              <ImportProgress job={isImporting ? running : undefined} label={T.uploading} />
            )}
            <output className="text-s text-muted">{stage}</output>
          </div>
        )}
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
            <Button look="quiet" onClick={() => controllerRef.current?.abort()}>
              {T.cancel}
            </Button>
          )}
        </div>
      </form>
      {assigned.length > 0 && !busy && (
        <Callout tone="warning" role="status" className="p-4">
          {T.assignedLead}
        </Callout>
      )}
      <div aria-live="polite">
        {result && <ImportOutcomes result={result} assigned={assigned} onAssign={setAssigned} />}
      </div>
    </div>
  )
}
