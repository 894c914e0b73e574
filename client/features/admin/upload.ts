import { IMPORT_PART, ImportResult } from '../../../data/model/import.ts'
import type { AssignedColumn, ImportFileType } from '../../../data/model/import.ts'
import { REQUEST_TIMEOUT } from '../../../data/model/constants.ts'
import { readErrorResponse } from '../../api/error.ts'
import type { ApiError } from '../../api/error.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.upload

export interface Upload {
  file: File
  fileType: ImportFileType
  dryRun: boolean
  source: string
  /** Columns assigned by hand. */
  columns: readonly AssignedColumn[]
}

/** A failed upload. Its message is shown to the user. */
export class UploadError extends Error {
  override name = 'UploadError'
  /** The server's error reply, if there was one. */
  readonly refusal: ApiError | null

  constructor(message: string, refusal: ApiError | null = null) {
    super(message)
    this.refusal = refusal
  }
}

/**
 * `POST /api/admin/import-parks`. Uses XMLHttpRequest, because `fetch` does not report upload progress. Times
 * out after `REQUEST_TIMEOUT` without progress while sending; the server's processing has no time limit.
 * @param progress called with the share of the file that has been sent, 0 to 1
 * @throws UploadError, or the signal's reason
 */
export function upload(
  { file, fileType, dryRun, source, columns }: Upload,
  progress: (sent: number) => void,
  signal: AbortSignal,
): Promise<ImportResult> {
  const form = new FormData()
  // The fields must precede the file, because the server reads the body as a stream.
  form.append('fileType', fileType)
  if (dryRun) form.append('dryRun', 'true')
  if (source.trim() !== '') form.append('source', source.trim())
  if (columns.length > 0) form.append('columns', JSON.stringify(columns))
  form.append(IMPORT_PART[fileType], file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout>
    const expectProgress = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), REQUEST_TIMEOUT)
    }
    const stop = () => request.abort()
    const end = (settle: () => void) => () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', stop)
      settle()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      expectProgress()
      progress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => {
      clearTimeout(stalled)
      progress(1)
    })
    request.addEventListener(
      'load',
      end(() => answerOf(request).then(resolve, reject)),
    )
    request.addEventListener(
      'error',
      end(() => reject(new UploadError(T.wentWrong))),
    )
    request.addEventListener(
      'abort',
      end(() => reject(signal.aborted ? (signal.reason as Error) : new UploadError(T.wentWrong))),
    )
    signal.addEventListener('abort', stop)
    request.open('POST', '/api/admin/import-parks')
    request.setRequestHeader('accept', 'application/json')
    expectProgress()
    request.send(form)
  })
}

async function answerOf({ status, responseText }: XMLHttpRequest): Promise<ImportResult> {
  if (status >= 400) {
    const refusal = await readErrorResponse(new Response(responseText, { status }))
    throw new UploadError(refusal.code === null ? T.failedToUpload : refusal.text, refusal)
  }
  try {
    return ImportResult.parse(JSON.parse(responseText))
  } catch {
    throw new UploadError(T.wentWrong)
  }
}
