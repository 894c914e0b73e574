import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import * as z from 'zod/mini'
import { IMPORT_FILE_TYPES, importFileProblem } from '../../../data/model/import.ts'
import type { AssignedColumn, ImportFileType, ImportResult } from '../../../data/model/import.ts'
import { toast } from '../../platform/toast.ts'
import { recheckSessionAfter } from '../../queries/account-calls.ts'
import { useConnection } from '../../queries/index.ts'
import { useDirectoryRefresh } from '../../queries/refresh.ts'
import { errorOf, useForm } from '../../ui/form.tsx'
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

/** Why an upload is aborted when the form is no longer on the screen. */
const FORM_CLOSED = new Error('The import form was closed.')

/** State of the import form: the file, what is sent of it, and the result. */
export function useImportForm() {
  const client = useQueryClient()
  const refresh = useDirectoryRefresh()
  const { online } = useConnection()
  const [result, setResult] = useState<ImportResult | null>(null)
  /** Columns of the chosen file that were assigned by hand. */
  const [assigned, setAssigned] = useState<readonly AssignedColumn[]>([])
  /** Share of the file that has been sent, 0 to 1. */
  const [sent, setSent] = useState(0)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(FORM_CLOSED), [])

  const form = useForm({
    schema: UploadForm,
    defaultValues: { fileType: 'csv', file: null, source: '', dryRun: false },
    async send({ file, fileType, source, dryRun }) {
      if (!online) throw new Error(ADMIN_TEXTS.needsNetwork)
      if (file === null) return
      const controller = new AbortController()
      controllerRef.current = controller
      setSent(0)
      let isFullySent = false
      const showProgress = (share: number) => {
        isFullySent = share === 1
        setSent(share)
      }
      try {
        const done = await upload(
          { file, fileType, dryRun, source, columns: assigned },
          showProgress,
          controller.signal,
        )
        setResult(done)
        if (dryRun) return
        setAssigned([])
        toast({ title: T.success, description: T.successBody(done.imported) })
        form.setValue('file', null)
        void refresh()
        void client.invalidateQueries({ queryKey: ADMIN_KEY })
      } catch (error) {
        setResult(null)
        if (controller.signal.aborted) {
          // A file that the server has is imported all the same.
          if (controller.signal.reason === FORM_CLOSED && !isFullySent)
            toast({ title: T.cancelled, description: T.cancelledBody(file.name), look: 'destructive' })
          return
        }
        const text = error instanceof UploadError ? error.message : T.wentWrong
        if (error instanceof UploadError && error.refusal) recheckSessionAfter(client, error.refusal)
        toast({ title: T.failed, description: text, look: 'destructive' })
        throw new Error(text, { cause: error })
      }
    },
  })
  const fileType = form.watch('fileType')
  const file = form.watch('file')
  const dryRun = form.watch('dryRun')
  const message = errorOf(form.errors, 'file') ?? form.errors.root?.message

  function chooseType(next: ImportFileType) {
    form.clearErrors()
    form.setValue('fileType', next)
    form.setValue('file', null)
    setResult(null)
    setAssigned([])
  }

  function chooseFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    // Cancelling the file picker keeps the previous file.
    if (!chosen) return
    const problem = importFileProblem(fileType, chosen)
    setResult(null)
    setAssigned([])
    form.clearErrors()
    if (problem !== undefined) form.setError('file', { message: problem })
    form.setValue('file', problem === undefined ? chosen : null)
    // With a value, browsers would report no change when a corrected file is chosen again.
    target.value = ''
  }

  return {
    form,
    fileType,
    file,
    dryRun,
    result,
    sent,
    message,
    chooseType,
    chooseFile,
    cancel: () => controllerRef.current?.abort(),
    columns: { assigned, onAssign: setAssigned },
  }
}
