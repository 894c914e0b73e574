/** Too much work is waiting, or this work waited too long. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

export interface QueueLimits {
  /** Pieces of work that run at the same time. */
  concurrency: number
  /** How many may wait. */
  maxWaiting: number
  /** How many may wait for one client. */
  maxPerClient: number
  /** The longest wait in milliseconds. */
  timeout: number
}

/** A queue that serves clients in turn, so that one with much work does not delay the others. */
export interface FairQueue {
  /**
   * Runs the work when it is the client's turn.
   * @throws QueueFull, and what the work throws
   */
  run<T>(client: string, work: () => Promise<T>): Promise<T>
}

interface Entry {
  start(): void
  refuse(reason: string): void
}

export function openFairQueue({ concurrency, maxWaiting, maxPerClient, timeout }: QueueLimits): FairQueue {
  let running = 0
  let waiting = 0
  /** Clients in the order of their turns; a client moves to the end after its turn. */
  const queues = new Map<string, Entry[]>()

  const remove = (client: string, entry: Entry) => {
    const queue = queues.get(client)
    const at = queue?.indexOf(entry) ?? -1
    if (at < 0) return
    queue!.splice(at, 1)
    waiting -= 1
    if (queue!.length === 0) queues.delete(client)
  }

  const next = () => {
    for (const [client, queue] of queues) {
      const entry = queue[0]!
      remove(client, entry)
      if (queue.length > 0) {
        queues.delete(client)
        queues.set(client, queue)
      }
      return entry
    }
    return undefined
  }

  /** Refuses an entry of the client with the longest queue, unless that is this client. */
  const makeRoom = (client: string): boolean => {
    let longest: Entry[] = queues.get(client) ?? []
    const own = longest.length
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= own) return false
    longest.at(-1)!.refuse('other clients have less work waiting')
    return true
  }

  const wait = (client: string) =>
    new Promise<void>((resolve, reject) => {
      if ((queues.get(client)?.length ?? 0) >= maxPerClient)
        return reject(new QueueFull('too many are waiting for one client'))
      if (waiting >= maxWaiting && !makeRoom(client)) return reject(new QueueFull('too many are waiting'))
      const refuse = (reason: string) => {
        clearTimeout(timer)
        remove(client, entry)
        reject(new QueueFull(reason))
      }
      const timer = setTimeout(() => refuse('the wait was too long'), timeout)
      const entry: Entry = {
        refuse,
        start() {
          clearTimeout(timer)
          resolve()
        },
      }
      const queue = queues.get(client)
      if (queue) queue.push(entry)
      else queues.set(client, [entry])
      waiting += 1
    })

  return {
    async run(client, work) {
      if (running >= concurrency) await wait(client)
      else running += 1
      try {
        return await work()
      } finally {
        // The slot goes straight to the next in the queue, so that new work cannot overtake it.
        const following = next()
        if (following) following.start()
        else running -= 1
      }
    },
  }
}
