import { lazy, Suspense, useEffect } from 'react'
import { LIMITED_DATA_TOAST_DURATION } from '../../data/model/constants.ts'
import { useConnection, useDirectory, useLimitedData, useUpdate } from '../queries/index.ts'
import { pageIdle } from '../platform/idle.ts'
import { useNow } from '../platform/clock.ts'
import { formatInstant } from '../platform/format-instant.ts'
import { InfoIcon, NoSignalIcon } from '../ui/icons.tsx'
import { TEXTS } from '../ui/texts.ts'
import { toast } from '../platform/toast-queue.ts'

/** Loaded when the page is idle: the outbox needs the whole store, which must not delay the first screen. */
const OutboxNotice = lazy(async () => {
  await pageIdle()
  return import('../features/outbox/notices.tsx')
})

const STRIP = 'flex items-center justify-center gap-x-2.5 gap-y-1 px-4 py-2.5 text-s'

function Offline() {
  const { online } = useConnection()
  const directory = useDirectory()
  const now = useNow(60_000)
  if (online) return null
  const known = directory.state !== 'absent' && directory.updatedAt !== null
  return (
    <span className={`${STRIP} border-b border-line bg-ochre-wash`}>
      <NoSignalIcon size={20} className="shrink-0 text-ochre" />
      {known
        ? TEXTS.notices.offline(formatInstant(directory.updatedAt ?? now, now))
        : TEXTS.notices.offlineEmpty}
    </span>
  )
}

function LimitedData() {
  const limited = useLimitedData()
  useEffect(() => {
    if (limited)
      toast({
        title: TEXTS.notices.limitedTitle,
        description: TEXTS.notices.limitedBody,
        duration: LIMITED_DATA_TOAST_DURATION,
      })
  }, [limited])
  if (!limited) return null
  return (
    <span className={`${STRIP} flex-wrap border-b border-line bg-ochre-wash`}>
      <InfoIcon size={20} className="text-ochre" />
      <strong>{TEXTS.notices.limitedTitle}</strong> <span>{TEXTS.notices.limitedBody}</span>
    </span>
  )
}

function Update() {
  const update = useUpdate()
  if (!update.ready) return null
  return (
    <span className={`${STRIP} flex-wrap border-b border-line bg-leaf-wash py-0`}>
      {TEXTS.notices.updateTitle}
      <button
        type="button"
        className="min-h-tap px-2 font-semibold text-leaf underline underline-offset-4"
        onClick={() => update.apply()}
      >
        {TEXTS.notices.updateAction}
      </button>
    </span>
  )
}

/**
 * Sets `data-directory` on the root element to the state of the directory on this device, for styles and
 * tests.
 */
function DirectoryMark() {
  const { state } = useDirectory()
  useEffect(() => {
    document.documentElement.dataset['directory'] = state
  }, [state])
  return null
}

/**
 * Notices below the header: updates, connection, limited data, unsent changes. Screen readers announce
 * changes.
 */
export function Notices() {
  return (
    <>
      <output data-notices="" className="block">
        <DirectoryMark />
        <Update />
        <Offline />
        <LimitedData />
      </output>
      <Suspense>
        <OutboxNotice />
      </Suspense>
    </>
  )
}
