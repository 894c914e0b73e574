import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shareDatabaseEvents } from '../../client/store/database-events.ts'
import { DIRECTORY_CHANNEL } from '../../client/store/names.ts'
import { waitFor } from '../support/wait-for.ts'
import type { BackgroundWork } from '../../sw/background-work-port.ts'
import { DirectoryServer, outline, park, someLocalities } from './directory-server.ts'

test('the service worker tells the pages of a new directory before it fetches the outlines', async () => {
  const server = new DirectoryServer([park(1)], someLocalities())
  server.outlines = [outline(1)]
  const [part] = (await server.manifest()).outlines!.parts
  let finishOutlines: (response: Response) => void = () => undefined
  server.intercept = (url) =>
    url === part!.url ? new Promise((resolve) => (finishOutlines = resolve)) : undefined
  const scope: { offleadBackgroundWork?: BackgroundWork } = {}
  vi.stubGlobal('self', scope)
  vi.stubGlobal('caches', { delete: async () => true })
  vi.stubGlobal('fetch', server.fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  let announced = 0
  const page = new BroadcastChannel(DIRECTORY_CHANNEL)
  page.onmessage = () => announced++
  onTestFinished(() => page.close())

  await import('../../sw/background-work.ts')
  const refreshed = scope.offleadBackgroundWork!.refresh()
  await waitFor(() => expect(server.requested).toContain(part!.url))
  await waitFor(() => expect(announced).toBe(1))
  finishOutlines(new Response((await server.partBytes()).get(part!.url)))
  await refreshed
  await waitFor(() => expect(announced).toBe(2))
})

test('pages are told that an older tab blocks the database when only the service worker waits for it', async () => {
  const scope: { offleadBackgroundWork?: BackgroundWork } = {}
  vi.stubGlobal('self', scope)
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  onTestFinished(() => void vi.unstubAllGlobals())
  // That of the other test.
  indexedDB.deleteDatabase('offlead')
  const frozenTab = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('offlead', 1)
    request.addEventListener('success', () => resolve(request.result))
  })
  vi.resetModules()
  await import('../../sw/background-work.ts')
  const told: string[][] = []
  const openPage = () => {
    const events: string[] = []
    const { end } = shareDatabaseEvents((event) => events.push(event))
    onTestFinished(end)
    told.push(events)
  }
  openPage()
  const sent = scope.offleadBackgroundWork!.sendOutbox().catch(() => undefined)
  await waitFor(() => expect(told).toEqual([['blocked']]))
  // Also one that is opened later.
  openPage()
  await waitFor(() => expect(told[1]).toEqual(['blocked']))
  frozenTab.close()
  await sent
  await waitFor(() => expect(told.map((events) => events.at(-1))).toEqual(['opened', 'opened']))
})
