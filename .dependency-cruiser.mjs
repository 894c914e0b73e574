import { readFileSync } from 'node:fs'

const tools = JSON.parse(readFileSync(new URL('./tools/package.json', import.meta.url), 'utf8'))

// Imports run one way (docs/architecture.md). What is not named here may not be imported.
const ROOTS = '^(data|server|client|sw|tests|scripts|tools|fastify\\.config)'

/** Modules below `from` may import, of our own code, only what lies below one of `to`. */
const only = (from, to, comment) => ({
  name: `${from}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: ROOTS, pathNot: to.map((folder) => `^${folder}`) },
})

/** The folders of the client, lowest first: each may import those named for it, and itself. */
const CLIENT_FOLDERS = {
  store: ['data'],
  platform: ['client/store', 'data'],
  ui: ['client/platform'],
  api: ['client/platform', 'client/store', 'data'],
  'search-worker': ['client/store', 'data'],
  queries: ['client/api', 'client/search-worker', 'client/store', 'client/platform', 'data'],
  'first-screen': ['client/queries', 'client/store', 'client/platform', 'data'],
  map: [
    'client/first-screen',
    'client/queries',
    'client/ui',
    'client/platform',
    'client/search-worker',
    'data',
  ],
  'search-box': ['client/queries', 'client/ui', 'client/platform', 'data'],
  parks: ['client/map', 'client/first-screen', 'client/queries', 'client/ui', 'client/platform', 'data'],
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circular-folders',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(data|client|server|sw|scripts|tools|tests)(/|$)' },
      to: { circular: true },
    },
    {
      name: 'commands-run-without-vitest',
      comment:
        'These files run by themselves, and this module needs the test runner as soon as it is loaded.',
      severity: 'error',
      from: { path: '^(tests/verify|tools)/|^tests/sync/verify' },
      to: { path: '^tests/server/postgres-databases', reachable: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        // Packages of tools/package.json, which npm test does not install.
        pathNot: `^(virtual:|geojson$|topojson-specification$|(${Object.keys(tools.devDependencies).join('|')})(/|$))`,
      },
    },
    only('data', ['data/'], 'data imports nothing of ours'),
    only('server', ['server/', 'data/', 'fastify\\.config'], 'the server imports data'),
    only('client', ['client/', 'data/'], 'the client imports data'),
    ...Object.entries(CLIENT_FOLDERS).map(([folder, below]) =>
      only(
        `client/${folder}`,
        [`client/${folder}/`, ...below.map((lower) => `${lower}/`)],
        `what client/${folder} may import`,
      ),
    ),
    {
      name: 'no-feature-imports-a-feature',
      comment: 'client/app puts features together',
      severity: 'error',
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/features/', pathNot: '^client/features/$1/' },
    },
    {
      name: 'nothing-imports-the-app',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/app/' },
      to: { path: '^client/app/' },
    },
    {
      name: 'first-screen-interface',
      comment: 'how first screens are prerendered and replaced is known only in client/first-screen',
      severity: 'error',
      from: { path: '^(client|sw|server|scripts)/', pathNot: '^client/first-screen/' },
      to: {
        path: '^client/first-screen/',
        pathNot: '^client/first-screen/(index|before-app|render)\\.tsx?$|\\.css$',
      },
    },
    only('sw', ['sw/', 'client/store/', 'data/'], 'the service worker imports the store and data'),
    only(
      'scripts',
      ['scripts/', 'server/', 'data/', 'fastify\\.config'],
      'scripts run the server and generate data',
    ),
    {
      name: 'data-libraries',
      comment: 'data is pure: zod, turf and the libraries of the vector map only',
      severity: 'error',
      from: { path: '^data/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core', 'unknown'],
        pathNot: 'node_modules/(zod|@turf|protomaps-leaflet|@mapbox|pbf)/',
      },
    },
    {
      name: 'turf-on-the-server-only',
      comment: 'turf is large: the client and the search engine have their own sphere',
      severity: 'error',
      from: { path: '^(client|sw|data/(model|search|places|hours|geo|sync|directory|screens))/' },
      to: { path: 'node_modules/@turf/', reachable: true },
    },
    {
      name: 'sql-in-repositories-only',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(database|repositories|migrations)/' },
      to: { path: 'node_modules/(better-sqlite3|kysely)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'dexie-in-store-only',
      severity: 'error',
      from: { path: '^(client|sw)/', pathNot: '^client/store/' },
      to: { path: 'node_modules/dexie/' },
    },
    {
      name: 'live-queries-in-queries-only',
      severity: 'error',
      from: { path: '^(client|sw)/', pathNot: '^client/queries/use-stored' },
      to: { path: 'node_modules/dexie-react-hooks/' },
    },
    {
      name: 'store-without-react',
      severity: 'error',
      from: { path: '^client/store/' },
      to: { path: 'node_modules/(react|react-dom|dexie-react-hooks|@tanstack)/' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      severity: 'error',
      from: { path: '^(data|server|client|sw)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no API that dependency-cruiser could parse with.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
}
