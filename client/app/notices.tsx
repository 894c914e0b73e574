import { useEffect } from 'react'
import { LIMITED_DATA_TOAST_DURATION } from '../../data/model/constants.ts'
import { useConnection, useDirectory, useLimitedData, useUpdate } from '../queries/index.ts'
import { pageIdle } from '../platform/idle.ts'
import { useNow } from '../platform/clock.ts'
import { formatInstant } from '../platform/format-instant.ts'
import { InfoIcon, NoSignalIcon } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { toast } from '../platform/toast.ts'
import { Strip } from './strip.tsx'
import { loadedLater } from '../ui/loaded-later.tsx'

/** Loaded when the page is idle: the outbox needs the whole store, which must not delay the first screen. */
const OutboxNotice = loadedLater(async () => {
  await pageIdle()
  return import('./outbox-notice.tsx')
})

function Offline() {
  const { online } = useConnection()
  const directory = useDirectory()
  const now = useNow(60_000)
  if (online) return null
  const known = directory.state !== 'absent' && directory.updatedAt !== null
  return (
    <Strip>
      <NoSignalIcon size={20} className="shrink-0 text-ochre" />
      {known
        ? APP_TEXTS.notices.offline(formatInstant(directory.updatedAt ?? now, now))
        : APP_TEXTS.notices.offlineEmpty}
    </Strip>
  )
}

function LimitedData() {
  const limited = useLimitedData()
  useEffect(() => {
    if (limited)
      toast({
        title: APP_TEXTS.notices.limitedTitle,
        description: APP_TEXTS.notices.limitedBody,
        duration: LIMITED_DATA_TOAST_DURATION,
      })
  }, [limited])
  if (!limited) return null
  return (
    <Strip wrap>
      <InfoIcon size={20} className="text-ochre" />
      <strong>{APP_TEXTS.notices.limitedTitle}</strong> <span>{APP_TEXTS.notices.limitedBody}</span>
    </Strip>
  )
}

function Update() {
  const update = useUpdate()
  if (!update.ready) return null
  return (
    <Strip tone="leaf" wrap>
      {APP_TEXTS.notices.updateTitle}
      <button
        type="button"
        className="min-h-tap px-2 font-semibold text-leaf underline underline-offset-4"
        onClick={() => update.apply()}
      >
        {APP_TEXTS.notices.updateAction}
      </button>
    </Strip>
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
      <OutboxNotice />
    </>
  )
}
