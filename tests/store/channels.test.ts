import { expect, test, vi } from 'vitest'

test('a browser that refuses to create channels gets one that reaches no other page', async () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  vi.resetModules()
  // @ts-expect-error -- it exports nothing
  await import('../../client/store/channels.ts')
  const channel = new BroadcastChannel('offlead')
  channel.addEventListener('message', () => expect.unreachable())
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  channel.postMessage('updated')
  channel.close()
})
