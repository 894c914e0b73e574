import 'fake-indexeddb/auto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DirectoryState } from '../../client/search-worker/messages.ts'
import { DataContext } from '../../client/queries/context.ts'
import type { DataServices } from '../../client/queries/context.ts'

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', () => undefined)
})
afterAll(() => vi.unstubAllGlobals())

const ON_DEVICE = 'All parks with their hours and rules, and a map of Australia, are already on this device.'

test.each(['absent', 'fetching', 'failed', 'ready'] as const)(
  'the offline screen says that the parks are on this device only if they are: %s',
  async (state) => {
    const { OfflineLead } = await import('../../client/features/offline-areas/lead.tsx')
    const directory: DirectoryState = { state, updatedAt: null, count: null, seq: null, version: null }
    const device = { subscribe: () => () => undefined, directory: () => directory }
    const text = renderToStaticMarkup(
      createElement(
        DataContext,
        { value: { device } as unknown as DataServices },
        createElement(OfflineLead),
      ),
    )
    expect(text.includes(ON_DEVICE)).toBe(state === 'ready')
  },
)
