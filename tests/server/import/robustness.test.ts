import { expect, test } from 'vitest'
import { configIn, seed, startedOn, temporaryFolder } from '../harness.ts'
import { BLOCK_LIMIT_MS, longestBlock } from '../longest-block.ts'
import { administrator, form } from './forms.ts'
import { killImport, listOf, stateOf } from './kill-import.ts'
import { measureLatency } from './measure-latency.ts'

test('importing six hundred parks does not block other requests, and a second import gets 503', async () => {
  const config = configIn(temporaryFolder())
  const path = await seed(config)
  const running = await startedOn(config)
  const boss = await administrator({ ...running, path })
  const { header, rows } = listOf(600)
  const csv = [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n')
  const send = (content: Buffer | string, name: string) => {
    const { payload, headers } = form([
      ['csvFile', { name, content }],
      ['fileType', 'csv'],
    ])
    return boss.send('POST', '/api/admin/import-parks', undefined, { payload, headers })
  }
  const latency = measureLatency(() => running.app.inject('/api/search?query=park&limit=5'))
  const began = performance.now()
  let both: Awaited<ReturnType<typeof send>>[] = []
  const blocked = await longestBlock(async () => {
    both = await Promise.all([send(csv, 'one.csv'), send(csv, 'two.csv')])
  })
  const took = performance.now() - began
  const { longest, median, count } = await latency.end()
  console.log(
    `600 parks in ${took.toFixed(0)} ms; ${count} other replies meanwhile, median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms (goal 100 ms), longest turn of the event loop ${blocked.toFixed(0)} ms`,
  )
  expect(blocked).toBeLessThan(BLOCK_LIMIT_MS)
  const [accepted, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode)
  expect(accepted!.json()).toMatchObject({ created: 600, failed: 0 })
  expect([refused!.statusCode, refused!.json().code, refused!.headers['retry-after']]).toEqual([
    503,
    'busy',
    '1',
  ])
  expect((await running.app.inject('/api/search?query=Rosella%20Run%20599&limit=1')).json()).toMatchObject([
    { name: 'Rosella Run 599' },
  ])
})

test('an import that is killed leaves the old or the new state', async () => {
  const ROWS = 600
  const path = await seed(configIn(temporaryFolder()))
  for (const [round, { staged, later }] of [
    { staged: 100, later: 0 },
    { staged: 300, later: 3 },
    { staged: 600, later: 0 },
  ].entries()) {
    const ended = await killImport(path, ROWS, { staged, later, round: round + 1 })
    const state = stateOf(path)
    expect(state.integrity).toBe('ok')
    expect([
      { parks: 0, seq: 1, done: 0 },
      { parks: ROWS, seq: 2, done: state.done },
    ]).toContainEqual({ parks: state.parks, seq: state.seq, done: state.done })
    expect(!ended || state.parks === ROWS).toBe(true)
  }
  expect(await killImport(path, ROWS, { staged: Infinity, later: 0, round: 10 })).toBe(true)
  expect(stateOf(path)).toMatchObject({ parks: ROWS, seq: 2, staging: 0 })
})
