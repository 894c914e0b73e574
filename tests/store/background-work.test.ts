import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
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
