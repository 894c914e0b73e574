import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PROTOCOL, SyncReply, SyncRequest } from '../../../data/sync/envelope.ts'
import { KINDS, isKindAllowed, Operation } from '../../../data/sync/operation.ts'

/**
 * What each version of the protocol says, by the hash of its schemas. When this fails, either the change is taken back, or `PROTOCOL` grows
 * by one, gets a line of its own here, and the server goes on reading the version before: phones update when they like.
 */
const VERSIONS: Readonly<Record<number, string>> = {
  1: 'a4f1189ad4ecd2c4',
  2: 'c3df762d9c96812c',
  3: 'f90724814caf6b8b',
}

test('nothing that crosses the wire changes without the protocol’s version', () => {
  const schemas = [SyncRequest, SyncReply, Operation].map((schema) => z.toJSONSchema(schema, { io: 'input' }))
  const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16)
  expect({ version: PROTOCOL, hash }).toEqual({ version: PROTOCOL, hash: VERSIONS[PROTOCOL] })
})

test('an operation with a field nobody knows is none', () => {
  const id = '0'.repeat(32)
  const sound = {
    opId: id,
    deviceId: id,
    seq: 1,
    userId: 1,
    kind: 'favourite',
    args: { parkId: 1, saved: true },
    baseRev: [],
  }
  expect(Operation.safeParse(sound).success).toBe(true)
  for (const strange of [
    { ...sound, isAdmin: true },
    { ...sound, args: { ...sound.args, note: '' } },
    { ...sound, seq: 0 },
    { ...sound, opId: 'x' },
  ]) {
    expect(Operation.safeParse(strange).success).toBe(false)
  }
})

test('without an account only letters and figures can be sent', () => {
  expect(KINDS.filter((kind) => isKindAllowed(0, kind))).toEqual([
    'submission',
    'contact',
    'report',
    'search-event',
    'nothing',
  ])
  expect(KINDS.every((kind) => isKindAllowed(1, kind))).toBe(true)
})
