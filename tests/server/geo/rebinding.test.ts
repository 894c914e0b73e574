import { expect, test, vi } from 'vitest'
import { openUpstream } from '../../../server/geo/upstream.ts'
import { sendJson, service, serviceTimeoutMs } from './fake-service.ts'

// Name resolution is mocked only here, because a test must not look up real names.
const addresses = vi.hoisted(() => ({ of: [] as { address: string; family: number }[] }))
vi.mock('node:dns', () => ({
  lookup: (_name: string, _options: unknown, callback: (error: null, found: typeof addresses.of) => void) =>
    callback(null, addresses.of),
}))

test('a public name that resolves to a private address is not requested', async () => {
  const { url, asked } = await service((_, response) => sendJson(response, {}))
  const upstream = openUpstream(
    new URL(url.replace('127.0.0.1', 'router.example')),
    { timeout: serviceTimeoutMs(), maxBytes: 1_000, concurrency: 1 },
    'Offlead',
  )
  for (const found of [
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [],
  ]) {
    addresses.of = found
    await expect(upstream.get('/')).rejects.toMatchObject({ failure: 'forbidden-address' })
  }
  expect(asked).toEqual([])
})
