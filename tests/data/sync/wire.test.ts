import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PROTOCOL, SyncReply, SyncRequest } from '../../../data/sync/envelope.ts'
import { KINDS, isKindAllowed, Operation } from '../../../data/sync/operation.ts'

/**
 * A hash of the schemas for each version of the protocol. If this test fails, either revert the change, or
 * increment `PROTOCOL` and add a line here. The server must still read the previous version, because phones
 * update at any time.
 */
const VERSIONS: Readonly<Record<number, string>> = {
  1: 'a4f1189ad4ecd2c4',
  2: 'c3df762d9c96812c',
  3: 'f90724814caf6b8b',
  4: '125bede113bd3230',
  5: '02884e66ac226dce',
}

test('the schemas of the protocol do not change without a new version', () => {
  const schemas = [SyncRequest, SyncReply, Operation].map((schema) => z.toJSONSchema(schema, { io: 'input' }))
  const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16)
  expect({ version: PROTOCOL, hash }).toEqual({ version: PROTOCOL, hash: VERSIONS[PROTOCOL] })
})

test('an operation with an unknown field is invalid', () => {
  const id = '0'.repeat(32)
  const valid = {
    opId: id,
    deviceId: id,
    seq: 1,
    userId: 1,
    kind: 'favourite',
    args: { parkId: 1, saved: true },
    baseRev: [],
  }
  expect(Operation.safeParse(valid).success).toBe(true)
  for (const invalid of [
    { ...valid, isAdmin: true },
    { ...valid, args: { ...valid.args, note: '' } },
    { ...valid, seq: 0 },
    { ...valid, opId: 'x' },
  ]) {
    expect(Operation.safeParse(invalid).success).toBe(false)
  }
})

test('without an account only submissions, messages, reports and search events can be sent', () => {
  expect(KINDS.filter((kind) => isKindAllowed(0, kind))).toEqual([
    'submission',
    'contact',
    'report',
    'search-event',
    'nothing',
  ])
  expect(KINDS.every((kind) => isKindAllowed(1, kind))).toBe(true)
})
