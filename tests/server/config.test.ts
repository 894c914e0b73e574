import { isAbsolute, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../fastify.config.ts'

const project = resolve(import.meta.dirname, '../..')

test('without environment variables, the server listens on this machine only, on port 3000', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(project, 'var'),
    shutdownDelay: 0,
    logLevel: 'info',
    rateLimit: true,
    serviceWorker: true,
    trustProxy: false,
    publicUrl: undefined,
    clientDir: join(project, 'dist', 'client'),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    metricsToken: undefined,
    metricsAddresses: [],
    geo: {},
    providers: {},
  })
})

test('an empty variable counts as not set', () => {
  expect(
    readConfig({ PORT: '', HOST: ' ', DATA_DIR: '', RATE_LIMIT: '', TRUST_PROXY: '', PUBLIC_URL: '' }),
  ).toEqual(readConfig({}))
})

test('every variable is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/offlead',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'on',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    PUBLIC_URL: 'https://offlead.example/',
    PATH: '/usr/bin',
  })
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/offlead',
    shutdownDelay: 0,
    logLevel: 'warn',
    rateLimit: true,
    trustProxy: ['10.0.0.0/8', '::1'],
    publicUrl: 'https://offlead.example',
  })
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
})

test('files are in the data folder, in a folder that several servers mount, or in a bucket', () => {
  expect(readConfig({}).storage).toBeUndefined()
  expect(readConfig({ STORAGE_URL: 'file:///mnt/off%20lead' }).storage).toEqual({
    kind: 'folder',
    path: '/mnt/off lead',
  })
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const bucket = { STORAGE_URL: 's3://offlead', S3_ENDPOINT: 'https://s3.example/', ...keys }
  const expected = {
    kind: 's3',
    endpoint: 'https://s3.example',
    bucket: 'offlead',
    prefix: '',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  }
  expect(readConfig(bucket).storage).toEqual(expected)
  expect(readConfig({ ...bucket, STORAGE_URL: 's3://offlead/of/this/', S3_REGION: 'auto' }).storage).toEqual({
    ...expected,
    prefix: 'of/this',
    region: 'auto',
  })
  for (const wrong of [
    's3:',
    's3://',
    's3://A',
    's3://offlead/../x',
    's3://offlead/a b',
    'file://host/x',
    'file:///',
    'file:///mnt/off%2flead',
    'x',
  ])
    expect(() => readConfig({ ...bucket, STORAGE_URL: wrong }), wrong).toThrow(/^STORAGE_URL must be/)
  for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(() => readConfig({ ...bucket, [name]: '' })).toThrow(
      `${name} must be set, too, when STORAGE_URL is a bucket.`,
    )
  expect(() => readConfig({ S3_ACCESS_KEY_ID: 'id' })).toThrow(
    'STORAGE_URL must be set to a bucket (s3://bucket), too, when S3_ACCESS_KEY_ID is.',
  )
})

test('a database is a PostgreSQL address in full, or the server does not start', () => {
  const databaseUrl = 'postgres://offlead:secret@db.example:5432/offlead'
  expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  // Each would otherwise be the name of a SQLite file.
  for (const wrong of [
    'postgres:/offlead:secret@db.example:5432/offlead',
    'Postgres://offlead:secret@db.example:5432/offlead',
    'postgres://db.example',
    'mysql://db.example/offlead',
    'offlead',
  ])
    expect(() => readConfig({ DATABASE_URL: wrong }), wrong).toThrow(/^DATABASE_URL must be an address like/)
})

test('a relative data folder is inside the project, whatever the working directory', () => {
  const { dataDir } = readConfig({ DATA_DIR: 'elsewhere/data' })
  expect(isAbsolute(dataDir)).toBe(true)
  expect(dataDir).toBe(join(project, 'elsewhere/data'))
})

test('a data folder that is a file, or in one, is refused', () => {
  for (const DATA_DIR of ['package.json', 'package.json/data'])
    expect(() => readConfig({ DATA_DIR })).toThrow(`DATA_DIR must be a folder, but is '${DATA_DIR}'.`)
})

test('the rate limit can be switched off only if the server listens on this machine only', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(readConfig({ HOST, RATE_LIMIT: 'off' }).rateLimit).toBe(false)
  for (const HOST of ['0.0.0.0', '::', '192.168.1.4', 'offlead.example', '127.0.0.1.example']) {
    expect(() => readConfig({ HOST, RATE_LIMIT: 'off' })).toThrow(
      /^RATE_LIMIT may be 'off' only when HOST is a loopback address .*\.$/,
    )
  }
})

describe('an invalid value stops the start with a sentence that names the variable and the reason', () => {
  test.each([
    ['PORT', '80x', "PORT must be a whole number from 0 to 65535, but is '80x'."],
    ['PORT', '65536', "PORT must be a whole number from 0 to 65535, but is '65536'."],
    ['PORT', '-1', "PORT must be a whole number from 0 to 65535, but is '-1'."],
    ['HOST', 'not a host', "HOST must be an address or a host name, but is 'not a host'."],
    [
      'LOG_LEVEL',
      'loud',
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is 'loud'.",
    ],
    ['RATE_LIMIT', 'no', "RATE_LIMIT must be 'on' or 'off', but is 'no'."],
    [
      'TRUST_PROXY',
      'true',
      "TRUST_PROXY must be 'off', the number of proxies in front, or their addresses separated by commas, but is 'true'.",
    ],
    [
      'TRUST_PROXY',
      '10.0.0.0/33',
      "TRUST_PROXY must be 'off', the number of proxies in front, or their addresses separated by commas, but is '10.0.0.0/33'.",
    ],
    [
      'PUBLIC_URL',
      'offlead.example',
      "PUBLIC_URL must be an http or https address without a path, for example https://offlead.example, but is 'offlead.example'.",
    ],
    [
      'PUBLIC_URL',
      'https://offlead.example/app',
      "PUBLIC_URL must be an http or https address without a path, for example https://offlead.example, but is 'https://offlead.example/app'.",
    ],
    [
      'PUBLIC_URL',
      'ftp://offlead.example',
      "PUBLIC_URL must be an http or https address without a path, for example https://offlead.example, but is 'ftp://offlead.example'.",
    ],
  ])('%s=%s', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })
})
