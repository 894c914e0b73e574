import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { browserLocator } from '../platform/position.ts'
import { watchFormInput } from '../platform/form-input.ts'
import { reloadForMissingCode, reloadIfLeftDuring } from '../platform/missing-code.ts'
import { onNetworkReturn } from '../platform/network-return.ts'
import { reportNewerVersion } from '../platform/app-update.ts'
import { isDatabaseBlocked } from '../platform/blocked-database.ts'
import type { DatabaseEvent } from '../store/database.ts'
import { AREAS_HINT } from '../store/names.ts'
import type { PersonalStore } from '../store/personal-store.ts'
import type { SyncState } from '../store/sync-loop.ts'
import { DataContext } from '../queries/context.ts'
import { askForFirstScreen, type FirstLocation } from '../queries/first-answer.ts'
import { createDevice } from '../queries/device.ts'
import { browserSchedule, scheduleSync } from '../queries/directory.ts'
import { loadKnownData } from '../first-screen/index.ts'
import { pageIdle, runWhenIdle } from '../platform/idle.ts'
import { createPersonal } from '../queries/personal.ts'
import { createPositionStore } from '../queries/position-store.ts'
import { createQueryClient, followDirectory, followServer } from '../queries/query-client.ts'
import { PersonalRowsProvider } from '../queries/rows.tsx'
import { startWorker } from '../queries/start-worker.ts'

/** Of the page's connection or the search worker's, because the browser tells only one of them that it is blocked. */
function onDatabaseEvent(event: DatabaseEvent): void {
  if (event === 'superseded') reportNewerVersion()
  else isDatabaseBlocked.set(event === 'blocked')
}

const device = createDevice(startWorker, () => localStorage, onDatabaseEvent)
const locator = browserLocator()
const services = {
  device,
  positions: createPositionStore(locator),
  personal: createPersonal((onSyncState) => reloadIfLeftDuring(openStore(onSyncState))),
}
const queryClient = createQueryClient()
loadKnownData(queryClient, device.directory().version)

/** Starts the search of the first screen. See {@link askForFirstScreen}. */
export const askFirst = (location: FirstLocation) => askForFirstScreen({ device, queryClient }, location)

/**
 * The store is a quarter of the code and not needed for the first screen, so it is loaded after it, together with
 * the code that restores what was typed before a reload.
 */
async function openStore(onSyncState: (state: SyncState) => void): Promise<PersonalStore> {
  const [{ openPersonal }, { exclusively, pushOver }, { pagePorts }, { keepFormInput }] = await Promise.all([
    import('../store/personal.ts'),
    import('../store/drain.ts'),
    import('../platform/outbox-ports.ts'),
    import('../platform/kept-form-input.ts'),
  ])
  keepFormInput()
  return openPersonal({
    ...pagePorts,
    push: pushOver((url, init) => fetch(url, init)),
    exclusively,
    onSyncState,
    onDatabaseEvent,
  })
}

/** Resumes downloads of offline areas and reports evicted files, if this device has areas. */
async function resumeOfflineAreas(): Promise<void> {
  if (localStorage.getItem(AREAS_HINT) === null) return
  const { manageAreas } = await import('../features/offline-areas/downloads.ts')
  manageAreas()
}

async function registerServiceWorker(): Promise<void> {
  const worker = await import('../platform/register.ts')
  await worker.registerServiceWorker()
}

function follow(): () => void {
  const directory = scheduleSync(browserSchedule(device))
  const stops = [
    followDirectory(queryClient, device),
    followServer(queryClient, onNetworkReturn),
    directory.stop,
    watchFormInput(),
    reloadForMissingCode(),
  ]
  void runWhenIdle(pageIdle, [
    // Opening the store sends the unsent changes of the last visit.
    services.personal.store,
    resumeOfflineAreas,
    directory.begin,
    ...(import.meta.env.PROD ? [registerServiceWorker] : []),
  ])
  return () => stops.forEach((stop) => stop())
}

/** Provides what the hooks of client/queries read from. `answers`: another query client, for prerendering. */
export function DataProvider({
  children,
  answers = queryClient,
}: {
  children: ReactNode
  answers?: QueryClient
}): ReactNode {
  useEffect(follow, [])
  return (
    <DataContext value={services}>
      <QueryClientProvider client={answers}>
        <PersonalRowsProvider>{children}</PersonalRowsProvider>
      </QueryClientProvider>
    </DataContext>
  )
}
