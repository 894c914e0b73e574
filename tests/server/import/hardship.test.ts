import { expect, test } from 'vitest'
import { seedParks } from '../../../data/sources/parks.ts'
import { localities } from '../../../data/sources/localities.ts'
import { READING_LIMITS, readFile } from '../../../server/import/read-file.ts'
import { utils, write } from '@e965/xlsx'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configIn, seed, startedOn, temporaryFolder } from '../harness.ts'
import { administrator, form, importingServer } from './forms.ts'
import { hostileFiles } from './hostile.ts'
import { killedImport, listOf, stateOf } from './killing.ts'
import { asking } from './meanwhile.ts'

/** Of the hostile files, every so-manieth; all of them in `npm run verify:import`. */
const EVERY = 13

test(
  'hostile files are refused or fail row by row, and others are answered meanwhile',
  { timeout: 120_000 },
  async () => {
    const server = await importingServer()
    const before = (await server.app.inject('/api/parks')).json()
    const statuses: Record<number, number> = {}
    const files = [...hostileFiles()]
      .filter((_, at) => at % EVERY === 1)
      .map(({ what, type, make }) => ({ what, type, content: make() }))
    const others = asking(() => server.app.inject('/api/search?query=park&limit=5'))
    for (const { what, type, content } of files) {
      const answer = await server.post(content, { type })
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      expect([200, 400, 413], `${what}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
      if (answer.statusCode === 200)
        await server.boss.send('POST', `/api/admin/imports/${answer.json().importId}/undo`)
    }
    const { longest, median, count } = await others.end()
    console.log(
      `hostile files: ${JSON.stringify(statuses)}; ${count} other answers meanwhile, median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms (goal 100 ms)`,
    )
    expect((await server.app.inject('/api/parks')).json()).toEqual(before)
    // Far from the goal, and only what a stopped thread would show.
    expect(longest).toBeLessThan(5_000)
  },
)

test('a reader that takes too long, too much memory or says too much is ended', async () => {
  const path = join(temporaryFolder(), 'list.csv')
  writeFileSync(path, `name,notes\n${'x,"y"\n'.repeat(40_000)}`)
  await expect(readFile(path, 'csv', { ...READING_LIMITS, time: 1 })).rejects.toThrow(
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

test(
  'two thousand parks come in while others are answered, and two imports at once do not mix',
  { timeout: 120_000 },
  async () => {
    const config = configIn(temporaryFolder())
    const path = await seed(config, { parks: seedParks(), localities: localities() })
    const running = await startedOn(config)
    const boss = await administrator({ ...running, path })
    const { header, rows } = listOf(2_000)
    const csv = [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n')
    const send = (content: Buffer | string, name: string) => {
      const { payload, headers } = form([
        ['csvFile', { name, content }],
        ['fileType', 'csv'],
      ])
      return boss.send('POST', '/api/admin/import-parks', undefined, { payload, headers })
    }
    const others = asking(() => running.app.inject('/api/search?query=park&limit=5'))
    const began = performance.now()
    const both = await Promise.all([send(csv, 'one.csv'), send(csv, 'two.csv')])
    const took = performance.now() - began
    const { longest, median, count } = await others.end()
    console.log(
      `2,000 parks in ${took.toFixed(0)} ms; ${count} other answers meanwhile, median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms (goal 100 ms)`,
    )
    const [taken, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode)
    expect(taken!.json()).toMatchObject({ created: 2_000, failed: 0 })
    expect([refused!.statusCode, refused!.json().code, refused!.headers['retry-after']]).toEqual([
      503,
      'busy',
      '1',
    ])
    expect((await running.app.inject('/api/search?query=Rosella%20Run%201999&limit=1')).json()).toMatchObject(
      [{ name: 'Rosella Run 1999' }],
    )
  },
)

test(
  'an import that is killed leaves the old state or the new one, never half of it',
  { timeout: 120_000 },
  async () => {
    const ROWS = 1_500
    const path = await seed(configIn(temporaryFolder()))
    for (const [round, { staged, later }] of [
      { staged: 100, later: 0 },
      { staged: 700, later: 3 },
      { staged: 1_500, later: 0 },
    ].entries()) {
      const ended = await killedImport(path, ROWS, { staged, later, round: round + 1 })
      const state = stateOf(path)
      expect(state.integrity).toBe('ok')
      expect([
        { parks: 0, seq: 1, done: 0 },
        { parks: ROWS, seq: 2, done: state.done },
      ]).toContainEqual({ parks: state.parks, seq: state.seq, done: state.done })
      expect(!ended || state.parks === ROWS).toBe(true)
    }
    expect(await killedImport(path, ROWS, { staged: Infinity, later: 0, round: 10 })).toBe(true)
    expect(stateOf(path)).toMatchObject({ parks: ROWS, seq: 2, staging: 0 })
  },
)

test('a workbook of ten thousand parks is read within its caps', { timeout: 60_000 }, async () => {
  const path = join(temporaryFolder(), 'large.xlsx')
  const book = utils.book_new()
  const { header, rows } = listOf(10_000)
  utils.book_append_sheet(book, utils.aoa_to_sheet([header, ...rows.map(({ cells }) => cells)]), 'Parks')
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
  expect((await readFile(path, 'excel')).sheets[0]!.rows).toHaveLength(10_001)
})
