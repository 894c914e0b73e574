/** No turn could be had: too many wait already, or the wait was too long. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

export interface TurnLimits {
  /** Pieces of work at the same time. */
  atOnce: number
  /** How many may wait, all in all. */
  waiting: number
  /** How many may wait for one client. */
  waitingOfClient: number
  /** Milliseconds each waits at most. */
  timeout: number
}

/** Work that only so much of is done at once, in turns between clients: who asks for much waits longer than who asks for little. */
export interface Turns {
  /**
   * Does the work when it is the client's turn.
   * @throws NoTurn, and what the work throws
   */
  take<T>(client: string, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  begin(): void
  refuse(why: string): void
}

export function openTurns({ atOnce, waiting, waitingOfClient, timeout }: TurnLimits): Turns {
  let running = 0
  let count = 0
  /** Clients in the order of their turns; a client that has had one goes to the end. */
  const queues = new Map<string, Waiting[]>()

  const remove = (client: string, one: Waiting) => {
    const queue = queues.get(client)
    const at = queue?.indexOf(one) ?? -1
    if (at < 0) return
    queue!.splice(at, 1)
    count -= 1
    if (queue!.length === 0) queues.delete(client)
  }

  const next = () => {
    for (const [client, queue] of queues) {
      const one = queue[0]!
      remove(client, one)
      if (queue.length > 0) {
        queues.delete(client)
        queues.set(client, queue)
      }
      return one
    }
    return undefined
  }

  /** Makes room at the cost of the client that has most waiting, unless that is the one who asks. */
  const makeRoom = (client: string): boolean => {
    let longest: Waiting[] = queues.get(client) ?? []
    const own = longest.length
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    if (longest.length <= own) return false
    longest.at(-1)!.refuse('others wait for less')
    return true
  }

  const wait = (client: string) =>
    new Promise<void>((resolve, reject) => {
      if ((queues.get(client)?.length ?? 0) >= waitingOfClient)
        return reject(new NoTurn('too many of one client wait'))
      if (count >= waiting && !makeRoom(client)) return reject(new NoTurn('too many wait'))
      const refuse = (why: string) => {
        clearTimeout(late)
        remove(client, one)
        reject(new NoTurn(why))
      }
      const late = setTimeout(() => refuse('the wait was too long'), timeout)
      const one: Waiting = {
        refuse,
        begin() {
          clearTimeout(late)
          resolve()
        },
      }
      const queue = queues.get(client)
      if (queue) queue.push(one)
      else queues.set(client, [one])
      count += 1
    })

  return {
    async take(client, work) {
      if (running >= atOnce) await wait(client)
      else running += 1
      try {
        return await work()
      } finally {
        // The turn is handed on, so that none who comes just now overtakes.
        const following = next()
        if (following) following.begin()
        else running -= 1
      }
    },
  }
}
