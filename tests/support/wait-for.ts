import { vi } from 'vitest'

/**
 * Calls the assertion again until it holds, as long as `expect.poll` does in tests of the browser (`vi.waitFor` gives up
 * after 1 s).
 */
export const waitFor = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 120_000 })
