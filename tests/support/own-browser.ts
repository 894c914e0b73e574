import { randomUUID } from 'node:crypto'

// For the project `client`, whose files run in threads of one process: channels and Web Locks reach all of them by
// their names. A file is a browser of its own, so its names are its own, too.

const browser = randomUUID()
const ownName = (name: string) => `${browser} ${name}`

const Channel = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(ownName(name))
  }
}

const { locks } = navigator
const request = locks.request.bind(locks) as (name: string, ...options: unknown[]) => Promise<unknown>
Object.defineProperty(locks, 'request', {
  value: (name: string, ...options: unknown[]) => request(ownName(name), ...options),
})
