import type { DatabaseEvent } from './database.ts'
import { DATABASE_CHANNEL } from './names.ts'

type Message = DatabaseEvent | 'asks'

/**
 * Passes events of a connection on to other pages and workers, and theirs to this one: the browser only tells the
 * first connection that an older tab blocks it, and the others wait behind it.
 * @returns the listener for the events of this connection, and a function that ends the exchange
 */
export function shareDatabaseEvents(onEvent: (event: DatabaseEvent) => void) {
  const channel = new BroadcastChannel(DATABASE_CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  const post = (message: Message) => channel.postMessage(message)
  let isBlocked = false
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data !== 'asks') onEvent(data)
    else if (isBlocked) post('blocked')
  })
  // Another one may have been blocked before this one started.
  post('asks')
  return {
    report(event: DatabaseEvent) {
      const wasBlocked = isBlocked
      isBlocked = event === 'blocked'
      if (isBlocked || wasBlocked) post(event)
      onEvent(event)
    },
    end: () => channel.close(),
  }
}
