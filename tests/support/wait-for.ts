import { vi } from 'vitest'

/** Calls the assertion again until it holds, long enough for a busy machine (`vi.waitFor` gives up after 1 s). */
export const waitFor = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 20_000 })
