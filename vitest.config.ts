import { defineConfig } from 'vitest/config'

/** Files that put something else in the place of a module, which is to be seen by nobody else. */
const REPLACES_MODULES = ['tests/server/geo/rebinding.test.ts']

const node = { environment: 'node' as const, testTimeout: 20_000 }

export default defineConfig({
  test: {
    // All cores: no test depends on how fast it is.
    maxWorkers: '100%',
    projects: [
      // Nothing of the engine or the server is kept in a module, so a worker reads their modules once for all its files.
      { test: { ...node, name: 'data', isolate: false, include: ['tests/data/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          isolate: false,
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: REPLACES_MODULES,
        },
      },
      { test: { ...node, name: 'alone', include: REPLACES_MODULES } },
      {
        test: {
          ...node,
          name: 'client',
          include: [
            'tests/store/**/*.test.{ts,tsx}',
            'tests/ui/**/*.test.{ts,tsx}',
            'tests/checklist/*.test.ts',
          ],
        },
      },
      // Long proofs, run by `npm run verify:security`.
      {
        test: {
          ...node,
          name: 'security',
          include: ['tests/security/**/*.test.ts'],
          globalSetup: ['tests/support/built-product.ts'],
          testTimeout: 45_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        // Two browsers at a time: each waits for its pages more than it works.
        test: {
          ...node,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/running-product.ts'],
          // One browser for all files of a worker (tests/support/browser.ts).
          isolate: false,
          // How long a busy machine takes is not the question: only what never comes fails.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
