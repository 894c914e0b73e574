import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './scripts/root.ts'

/** Files that replace a module, which other files must not see. */
const REPLACES_MODULES = ['tests/server/geo/rebinding.test.ts']

/** Tests of SQLite's file, and tests to which the database does not matter, which need not run on PostgreSQL. */
const SQLITE_ONLY = [
  'tests/contract/{restore,search-parity}.test.ts',
  'tests/server/{backup,faults,lifecycle,migrations,permissions,store}.test.ts',
  'tests/server/{builds,cached-replies,config,dependencies,docs,first-screens,openapi,operations}.test.ts',
  'tests/server/{page-head,security,shell}.test.ts',
  'tests/server/accounts/{access,admin-arguments,cross-site,providers-config,security-page,strict-bodies}.test.ts',
  'tests/server/cost/{event-loop,maxima,migration}.test.ts',
  'tests/server/geo/*.test.ts',
  'tests/server/import/{command,dog-rule*,job-processes,limits,matching,permissions,reading,similar-rows}.test.ts',
  'tests/server/map/*.test.ts',
  'tests/server/storage/*.test.ts',
]

/** For property tests. */
const FIXED_SEED = ['tests/support/fixed-seed.ts']

/** Files that wait for timers most of their time, whatever the machine. */
const WAITING = [
  'tests/browser/server-trouble.test.ts',
  'tests/postgres/{move,shared-storage,store,takeover}.test.ts',
  'tests/server/accounts/{password-reset,sessions}.test.ts',
  'tests/server/geo/{directions,fair-queue,geocode}.test.ts',
  'tests/server/import/attempts.test.ts',
  'tests/server/security.test.ts',
  'tests/server/storage/storage.test.ts',
]

/** Projects without such files, which run last: nothing else uses the processor while the last files wait. */
const NEVER_WAITING: ReadonlySet<string> = new Set(['alone', 'client', 'data'])

/**
 * Starts the files that wait first, so that others run beside them. Otherwise the order of a new checkout is by the size
 * of files.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) =>
      WAITING.some((pattern) => path.matchesGlob(path.relative(root, moduleId), pattern))
    const isLast = ({ project }: TestSpecification) => NEVER_WAITING.has(project.name)
    const sorted = await super.sort(files)
    return sorted.toSorted(
      (a, b) =>
        Number(isLast(a)) - Number(isLast(b)) ||
        a.project.name.localeCompare(b.project.name) ||
        Number(waits(b)) - Number(waits(a)),
    )
  }
}

// Long, because these tests run in the background (scripts/test.ts), also on slow machines.
const node = {
  environment: 'node' as const,
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // One more than cores, because some tests wait. No test depends on speed.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WaitingFirst },
    projects: [
      // The engine and the server keep no state in modules, so a worker loads their modules once for all its
      // files.
      {
        test: {
          ...node,
          name: 'data',
          isolate: false,
          setupFiles: FIXED_SEED,
          include: ['tests/data/**/*.test.ts'],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          isolate: false,
          setupFiles: FIXED_SEED,
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts'],
          exclude: REPLACES_MODULES,
        },
      },
      // The same tests on a PostgreSQL server of their own.
      {
        test: {
          ...node,
          name: 'postgres',
          isolate: false,
          globalSetup: ['tests/server/postgres-project.ts'],
          setupFiles: [...FIXED_SEED, 'tests/server/postgres-stories.ts'],
          include: ['tests/server/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/postgres/*.test.ts'],
          exclude: SQLITE_ONLY,
        },
      },
      { test: { ...node, name: 'alone', include: REPLACES_MODULES } },
      {
        test: {
          ...node,
          name: 'client',
          // Each file has modules of its own; a thread takes less time to start than a process.
          pool: 'threads',
          setupFiles: ['tests/support/own-browser.ts'],
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
        // Three windows at a time, or as many as TEST_WINDOWS says: each often waits for its pages.
        test: {
          ...node,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/running-product.ts'],
          setupFiles: ['tests/support/describe-failure.ts'],
          // What a failed test left on its pages is described before the file cleans them.
          sequence: { hooks: 'list' },
          // One browser for all files of a worker (tests/support/browser.ts).
          isolate: false,
          // Long, so that a busy machine does not fail the tests.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
          maxWorkers: Number(process.env['TEST_WINDOWS'] ?? 3),
        },
      },
    ],
  },
})
