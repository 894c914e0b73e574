import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ImportJob } from '../../../data/model/import.ts'
import { addressOf, readImportJobs } from '../../api/admin.ts'
import { useDirectoryRefresh } from '../../queries/refresh.ts'
import { Callout } from '../../ui/callout.tsx'
import { formatDate } from './parts.tsx'
import { useAdminRead } from './queries.ts'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.upload

/** Milliseconds between two reads while an import runs, and otherwise: another administrator may begin one. */
const RUNNING_INTERVAL = 1_000
const IDLE_INTERVAL = 15_000

const isRunning = ({ state }: ImportJob) => state === 'running'

/**
 * The imports of all servers, latest first; empty until they are known.
 * @param expected whether this page has begun one
 */
export function useImportJobs(expected: boolean): readonly ImportJob[] {
  const { data = [] } = useAdminRead(addressOf('import-jobs'), readImportJobs, {
    every: (jobs) => (expected || jobs?.some(isRunning) ? RUNNING_INTERVAL : IDLE_INTERVAL),
  })
  return data
}

export const runningJob = (jobs: readonly ImportJob[]): ImportJob | undefined => jobs.find(isRunning)

/** How much of an import is done. Without a job, or while its file is read, the bar shows no amount. */
export function ImportProgress({ job, label }: { job: ImportJob | undefined; label: string }) {
  const isCounted = job !== undefined && job.total > 0
  return (
    <div className="grid gap-1">
      <progress
        value={isCounted ? job.done : undefined}
        max={isCounted ? job.total : 1}
        aria-label={label}
        className="h-3 w-full"
      />
      {isCounted && <p className="text-s tabular-nums text-muted">{T.rows(job.done, job.total)}</p>}
    </div>
  )
}

/**
 * Imports that this page is not waiting for itself: the running one with its progress, also of another
 * administrator or server; the same once it has ended; and those that have failed since the last one that did
 * not.
 * @param shown the error that the form shows, which is not repeated
 */
export function ImportJobs({ jobs, shown }: { jobs: readonly ImportJob[]; shown: string | undefined }) {
  const refresh = useDirectoryRefresh()
  const running = runningJob(jobs)
  /** The last one that was seen running. */
  const [watched, setWatched] = useState<number>()
  if (running && running.id !== watched) setWatched(running.id)
  const finished = jobs.find(({ id, state }) => id === watched && state === 'done')
  const finishedId = finished?.id
  useEffect(() => {
    if (finishedId !== undefined) void refresh()
  }, [finishedId, refresh])
  const lastDone = jobs.findIndex(({ state }) => state === 'done')
  const failed = jobs
    .slice(0, lastDone === -1 ? jobs.length : lastDone)
    .filter(({ state, reason }) => state === 'failed' && reason !== shown)
  return (
    <>
      <div className="grid gap-2 has-[>[role=status]:empty]:-mt-5">
        <div role="status">
          {running && <p className="font-semibold">{T.running(running.fileName)}</p>}
          {finished && (
            <Callout tone="success" className="p-4">
              <p>
                {T.finished(finished.fileName)}{' '}
                <Link to="/admin/imports" className="textlink">
                  {T.seeImports}
                </Link>
              </p>
            </Callout>
          )}
        </div>
        {running && <ImportProgress job={running} label={T.progress(running.fileName)} />}
      </div>
      {failed.map(({ id, fileName, reason, endedAt, createdAt }) => (
        <Callout key={id} tone="error" className="p-4">
          <p className="font-semibold">{T.notImported(fileName, formatDate(endedAt ?? createdAt))}</p>
          <p>{reason}</p>
        </Callout>
      ))}
    </>
  )
}
