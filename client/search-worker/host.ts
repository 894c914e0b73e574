import type { DirectoryPark } from '../../data/model/park.ts'
import { readDirectoryRecord } from '../store/directory.ts'
import { createAnswers } from './answers.ts'
import { Absent, createDirectoryInUse, isSameDirectory } from './directory-in-use.ts'
import type { DirectoryPorts } from './directory-in-use.ts'
import { createSamples } from './loaded.ts'
import type { Loaded } from './loaded.ts'
import type { Answer, Ask, Collection, QuestionKind, ToWorker } from './messages.ts'
import { createUpdates } from './updates.ts'
import type { UpdatePorts } from './updates.ts'

export interface HostPorts extends DirectoryPorts, UpdatePorts {
  samples: readonly DirectoryPark[]
}

export interface Host {
  /** Answers a question from the page. */
  receive(message: ToWorker): Promise<void>
  /** Call it when another tab has updated the directory. */
  reloadDirectory(): Promise<void>
  /** Loads the directory before the first question. */
  start(): Promise<void>
}

/**
 * Runs the directory and its search engine in the worker, keeps them up to date and answers the page's
 * questions.
 */
export function createHost(ports: HostPorts): Host {
  const directory = createDirectoryInUse(ports)
  let samples: Loaded | undefined

  async function collection(name: Collection): Promise<Loaded> {
    if (name === 'samples') return (samples ??= createSamples(ports.samples))
    const loaded = await directory.current()
    if (loaded === undefined) throw new Absent()
    return loaded
  }

  const answers: { [K in QuestionKind]: (ask: Ask<K>) => Promise<Answer<K>> } = {
    ...createAnswers({ collection, outlines: directory.outlines }),
    sync: createUpdates(ports, directory),
  }

  return {
    async receive(message) {
      const { id } = message
      try {
        const answer = await directory.withDamageCheck(() =>
          (answers[message.kind] as (ask: ToWorker['ask']) => Promise<unknown>)(message.ask),
        )
        ports.post({ type: 'answer', id, answer })
      } catch (error) {
        if (error instanceof Absent) ports.post({ type: 'absent', id })
        else
          ports.post({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
      }
    },
    async reloadDirectory() {
      const before = await directory.current().catch(() => undefined)
      const record = await readDirectoryRecord(ports.database)
      if (isSameDirectory(before?.record, record)) await directory.reloadOutlines()
      else await directory.reload()
    },
    async start() {
      let loaded: Loaded | undefined
      try {
        loaded = await directory.current()
      } catch {
        directory.setMissing('failed')
        return
      }
      if (loaded !== undefined) await directory.buildIndexes(loaded)
      // A synchronisation that has started meanwhile has set its own state.
      else if (directory.state() === 'absent') directory.setMissing('absent')
    },
  }
}
