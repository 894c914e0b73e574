import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onlyRunner } from '../../../server/nodes/runner.ts'
import { READING_LIMITS, readFile } from '../../../server/import/read-file.ts'
import { openJobProcesses } from '../../../server/import/job-processes.ts'
import { openImports } from '../../../server/import/service.ts'
import { openStore } from '../../../server/repositories/store.ts'
import { configIn, openSharedProcesses, seed, temporaryFolder } from '../harness.ts'
import { BLOCK_LIMIT_MS, longestBlock } from '../longest-block.ts'
import { importingServer } from './forms.ts'
import { hostileFiles } from './hostile.ts'
import { listOf } from './kill-import.ts'
import { measureLatency } from './measure-latency.ts'

/** Every 29th hostile file; `npm run verify:import` tries all of them. */
const STEP = 29

test('hostile files are refused or fail row by row without blocking other requests', async () => {
  const server = await importingServer({ openJobs: openSharedProcesses })
  const before = (await server.app.inject('/api/parks')).json()
  const statuses: Record<number, number> = {}
  const files = [...hostileFiles()]
    .filter((_, at) => at % STEP === 1)
    .map(({ what, type, make }) => ({ what, type, content: make() }))
  const latency = measureLatency(() => server.app.inject('/api/search?query=park&limit=5'))
  const blocked = await longestBlock(async () => {
    for (const { what, type, content } of files) {
      const answer = await server.post(content, { type })
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      expect([200, 400, 413], `${what}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
      if (answer.statusCode === 200)
        await server.boss.send('POST', `/api/admin/imports/${answer.json().importId}/undo`)
    }
  })
  const { longest, median, count } = await latency.end()
  console.log(
    `hostile files: ${JSON.stringify(statuses)}; ${count} other replies meanwhile, median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms (goal 100 ms), longest turn of the event loop ${blocked.toFixed(0)} ms`,
  )
  expect((await server.app.inject('/api/parks')).json()).toEqual(before)
  expect(blocked).toBeLessThan(BLOCK_LIMIT_MS)
})

test('the reader process is ended if it exceeds its time, memory or output', async () => {
  const path = join(temporaryFolder(), 'list.csv')
  writeFileSync(path, `name,notes\n${'x,"y"\n'.repeat(40_000)}`)
  for (const limit of [{ start: 1 }, { time: 1 }])
    await expect(readFile(path, 'csv', { ...READING_LIMITS, ...limit })).rejects.toThrow(
      'takes more than a list of parks should',
    )
  await expect(readFile(path, 'csv', { ...READING_LIMITS, output: 10_000 })).rejects.toThrow(
    'takes more than a list of parks should',
  )
  await expect(readFile(path, 'csv', { ...READING_LIMITS, heap: 8 })).rejects.toThrow(
    'This file cannot be read.',
  )
  expect((await readFile(path, 'csv')).sheets[0]!.rows).toHaveLength(40_001)
})

const REFUSAL = 'This list is too large for this server. Split it.'

test('an import that needs too much memory is refused, and so is the next', async () => {
  const folder = temporaryFolder()
  const store = openStore(await seed(configIn(folder)))
  onTestFinished(() => store.close())
  const path = join(folder, 'list.csv')
  const { header, rows } = listOf(300)
  writeFileSync(path, [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n'))
  const importWithin = async (heapMb: number, times = 1) => {
    const imports = openImports({
      server: 'test',
      shared: false,
      runner: onlyRunner,
      store,
      dataDir: folder,
      storage: { kind: 'folder', path: folder },
      sharedStorage: undefined,
      version: '1',
      clock: () => new Date(),
      onError: () => undefined,
      openJobs: (database) => openJobProcesses(database, heapMb),
    })
    const request = { kind: 'csv', fileName: 'list.csv', source: '', userId: null, dryRun: true } as const
    try {
      const outcomes: string[] = []
      for (let round = 0; round < times; round += 1)
        outcomes.push(
          await imports.run(path, request).then(
            ({ total }) => `${total} rows`,
            (error: Error) => error.message,
          ),
        )
      return outcomes
    } finally {
      await imports.close()
    }
  }
  // Too little to load the code, to compile it, to plan the import.
  expect(await importWithin(10, 2)).toEqual([REFUSAL, REFUSAL])
  for (const heapMb of [25, 40]) expect(await importWithin(heapMb)).toEqual([REFUSAL])
  expect(await importWithin(200, 2)).toEqual(['300 rows', '300 rows'])
})
