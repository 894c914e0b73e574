import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openReplaceable } from '../../../server/geo/replaceable-file.ts'
import { temporaryFolder } from '../harness.ts'

test('a file that could not be opened is used as soon as it can be, and reported once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const path = join(temporaryFolder(), 'map.pmtiles')
  writeFileSync(path, 'a map')
  let mayRead = false
  const errors: unknown[] = []
  const file = openReplaceable(
    path,
    async () => {
      if (!mayRead) throw new Error('permission denied')
      return { close: async () => undefined }
    },
    (error) => errors.push(error),
  )
  const isUsed = async () => {
    vi.advanceTimersByTime(1_000)
    return (await file.current()) !== undefined
  }
  expect([await isUsed(), await isUsed()]).toEqual([false, false])
  expect(errors).toHaveLength(1)
  mayRead = true
  expect(await isUsed()).toBe(true)
  await file.close()
})
