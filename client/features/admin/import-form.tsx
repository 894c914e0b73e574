import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react'
import { IMPORT_FILE_TYPES, importFileProblem } from '../../../data/model/import.ts'
import type { ImportFileType, ImportResult } from '../../../data/model/import.ts'
import { recheckSessionAfter } from '../../queries/account-calls.ts'
import { PERSONAL } from '../../queries/session.ts'
import { useConnection } from '../../queries/index.ts'
import { useDirectoryRefresh } from '../../queries/refresh.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { toast } from '../../platform/toast-queue.ts'
import { ImportOutcomes } from './import-result.tsx'
import { Heading } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'
import { upload, UploadError } from './upload.ts'

const T = ADMIN_TEXTS.upload

/** A running upload. `sent`: share of the file that has been sent, 0 to 1. */
interface Running {
  dryRun: boolean
  sent: number
}

const formatSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The import form: no file, file selected, uploading, then success or error (specification 14.35). */
export default function ImportForm() {
  const id = useId()
  const client = useQueryClient()
  const refresh = useDirectoryRefresh()
  const { online } = useConnection()
  const [fileType, setFileType] = useState<ImportFileType>('csv')
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [running, setRunning] = useState<Running | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  function clear() {
    setFile(null)
    setMessage(null)
    setResult(null)
    if (input.current) input.current.value = ''
  }

  function chooseType(next: ImportFileType) {
    clear()
    setFileType(next)
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // Cancelling the file picker keeps the previous file.
    if (!chosen) return
    const problem = importFileProblem(fileType, chosen)
    setResult(null)
    setMessage(problem ?? null)
    setFile(problem === undefined ? chosen : null)
    if (problem !== undefined) target.value = ''
  }

  async function start(dryRun: boolean) {
    if (running) return
    const problem = importFileProblem(fileType, file) ?? (online ? undefined : ADMIN_TEXTS.needsNetwork)
    setMessage(problem ?? null)
    if (problem !== undefined || file === null) return
    const controller = new AbortController()
    controllerRef.current = controller
    setRunning({ dryRun, sent: 0 })
    setResult(null)
    try {
      const done = await upload(
        { file, fileType, dryRun, source },
        (sent) => setRunning({ dryRun, sent }),
        controller.signal,
      )
      setResult(done)
      if (!dryRun) {
        toast({ title: T.success, description: T.successBody(done.imported) })
        setFile(null)
        if (input.current) input.current.value = ''
        void refresh()
        void client.invalidateQueries({ queryKey: [PERSONAL, 'admin'] })
      }
    } catch (error) {
      if (controller.signal.aborted) return
      const text = error instanceof UploadError ? error.message : T.wentWrong
      if (error instanceof UploadError && error.refusal) recheckSessionAfter(client, error.refusal)
      setMessage(text)
      toast({ title: T.failed, description: text, look: 'destructive' })
    } finally {
      setRunning(null)
    }
  }

  const percent = running ? Math.floor(running.sent * 100) : 0
  const stage =
    running === null ? '' : running.sent < 1 ? T.sent(percent) : running.dryRun ? T.readingDry : T.reading
  return (
    <div className="stack gap-5">
      <Heading title={T.title} lead={T.lead} />
      <form
        className="card stack gap-5 p-4 md:p-6"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void start(false)
        }}
      >
        <fieldset className="m-0 border-0 p-0" disabled={running !== null}>
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
                  className="size-5 shrink-0 accent-leaf"
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
              disabled={running !== null}
              onChange={choose}
              aria-describedby={`${id}-chosen ${id}-limit`}
              {...(message === null ? {} : { 'aria-errormessage': `${id}-message`, 'aria-invalid': true })}
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
        <div className="grid max-w-xl gap-1">
          <label htmlFor={`${id}-source`} className="text-s font-semibold">
            {T.source}
          </label>
          <TextInput
            id={`${id}-source`}
            value={source}
            maxLength={200}
            disabled={running !== null}
            onChange={(event) => setSource(event.target.value)}
            aria-describedby={`${id}-source-note`}
          />
          <p id={`${id}-source-note`} className="text-s text-muted">
            {T.sourceNote}
          </p>
        </div>
        <div role="alert" className="empty:-mt-5">
          {message !== null && (
            <p
              id={`${id}-message`}
              className="rounded-control bg-closed-wash px-4 py-3 font-semibold text-closed"
            >
              {message}
            </p>
          )}
        </div>
        {running !== null && (
          <div className="grid gap-1">
            <progress
              value={running.sent < 1 ? running.sent : undefined}
              max={1}
              aria-label={T.uploading}
              className="h-3 w-full accent-leaf"
            />
            <output className="text-s text-muted">{stage}</output>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={running !== null}>
            {running?.dryRun === false ? T.uploading : T.upload}
          </Button>
          <Button look="outline" aria-disabled={running !== null} onClick={() => void start(true)}>
            {running?.dryRun ? T.checking : T.check}
          </Button>
          {running !== null && (
            <Button look="quiet" onClick={() => controllerRef.current?.abort()}>
              {T.cancel}
            </Button>
          )}
        </div>
      </form>
      <div aria-live="polite">{result && <ImportOutcomes result={result} />}</div>
    </div>
  )
}
