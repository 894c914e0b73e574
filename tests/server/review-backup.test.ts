import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { takeBackup } from '../../server/backup.ts'
import { configIn, seed, temporaryFolder } from './harness.ts'

test('a backup is not deleted by its own clean-up when the clock was set back', async () => {
  const config = configIn(temporaryFolder())
  await seed(config)
  await takeBackup(config.dataDir, { at: new Date('2036-01-01T00:00:00Z'), keep: 1, version: '1' })
  const taken = await takeBackup(config.dataDir, {
    at: new Date('2026-11-26T00:00:00Z'),
    keep: 1,
    version: '1',
  }).catch((error: unknown) => String(error))
  expect(taken).toMatchObject({ path: expect.any(String) })
  expect(existsSync((taken as { path: string }).path)).toBe(true)
})
