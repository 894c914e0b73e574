// Imports run one way (docs/architecture.md). What is not named here may not be imported.
const only = (from, to, comment) => ({
  name: `${from}-imports`,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: {
    path: '^(data|server|client|sw|tests|scripts|fastify\\.config)',
    pathNot: to.map((folder) => `^${folder}`),
  },
})

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|geojson$|topojson-specification$)' },
    },
    only('data', ['data/'], 'data stands on nothing'),
    only('server', ['server/', 'data/', 'fastify\\.config'], 'the server stands on data'),
    only('client/store', ['client/store/', 'data/'], 'the store knows neither React nor screens'),
    only(
      'client/search-worker',
      ['client/search-worker/', 'client/store/', 'data/'],
      'the worker hosts the engine',
    ),
    only('client', ['client/', 'data/'], 'the client stands on its store and data'),
    only('sw', ['sw/', 'client/store/', 'data/'], 'the service worker stands on the store and data'),
    only(
      'scripts',
      ['scripts/', 'server/', 'data/', 'fastify\\.config'],
      'scripts run the server and make data',
    ),
    {
      name: 'data-libraries',
      comment: 'data is pure: zod, turf and small pure libraries only',
      severity: 'error',
      from: { path: '^data/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core', 'unknown'],
        pathNot: 'node_modules/(zod|@turf|suncalc|kdbush|geokdbush|tinyqueue)/',
      },
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
