/** A plausible mistake: replaces the text `right`, which must occur once in `file`, by `wrong`. */
export interface Bug {
  what: string
  file: string
  right: string
  wrong: string
}

const FAVOURITE = 'data/sync/favourite.ts'
const HISTORY = 'data/sync/history.ts'
const CURSOR = 'data/sync/cursor.ts'
const OPERATIONS = 'server/sync/operations.ts'
const SETTLE = 'client/store/settle.ts'
const STREAM = 'client/store/stream.ts'
const OUTBOX = 'client/store/outbox.ts'

/**
 * Bugs in the merge, the sequence, the outbox and the cursor. The stories of the model must find each of
 * them.
 */
export const BUGS: readonly Bug[] = [
  // The merge.
  {
    what: 'a removed save counts when it arrives late',
    file: FAVOURITE,
    right: ' || state.removed.includes(opId)',
    wrong: '',
  },
  {
    what: 'a removal undoes saves it has not seen',
    file: FAVOURITE,
    right: 'state.held.filter((id) => !removed.has(id))',
    wrong: '[]',
  },
  {
    what: 'a removal undoes nothing',
    file: FAVOURITE,
    right: 'state.held.filter((id) => !removed.has(id))',
    wrong: 'state.held',
  },
  {
    what: 'a removal is not stored',
    file: FAVOURITE,
    right: 'removed: [...state.removed, ...removed]',
    wrong: 'removed: state.removed',
  },
  {
    what: 'a removal undoes only the first save it saw',
    file: FAVOURITE,
    right: 'baseRev.filter((id) => !known.has(id))',
    wrong: 'baseRev.filter((id) => !known.has(id)).slice(0, 1)',
  },
  {
    what: 'searches from before a clearing are kept',
    file: HISTORY,
    right: '(baseRev[0] ?? null) === state.current',
    wrong: 'baseRev.length >= 0 || state.current === null',
  },
  {
    what: 'only the first clearing takes effect',
    file: HISTORY,
    right: 'return { current: opId, known',
    wrong: 'return { current: state.current ?? opId, known',
  },
  {
    what: 'a clearing does not delete the searches',
    file: 'server/repositories/history.ts',
    right: "    await db.deleteFrom('user_search_history').where('userId', '=', userId).execute()\n",
    wrong: '',
  },
  // The sequence.
  {
    what: 'an operation received earlier is applied again',
    file: OPERATIONS,
    right: 'if (stored !== undefined) {',
    wrong: 'if (stored !== undefined && seq < 0) {',
  },
  {
    what: 'an operation with a sequence number in use is taken for the earlier one',
    file: OPERATIONS,
    right: '} else if (seq <= last) {\n      throw deviceCloned()',
    wrong: "} else if (seq <= last) {\n      outcomes.push({ opId, status: 'applied' })",
  },
  {
    what: 'the last sequence number of a device is not stored',
    file: OPERATIONS,
    right: 'userId: owner, lastSeq, lastSeen',
    wrong: 'userId: owner, lastSeq: Math.max(0, lastSeq - 1), lastSeen',
  },
  {
    what: 'outcomes are stored without their effects',
    file: OPERATIONS,
    right: 'const tried = await (isRepeated',
    wrong: 'const tried = head.seq > 2 ? { value: {} } : await (isRepeated',
  },
  {
    what: 'effect and outcome are in different transactions',
    file: 'server/sync/service.ts',
    right: 'if (!(error instanceof OperationFailed)) throw error',
    wrong:
      "const [head] = request.operations\nif (head && !(error instanceof OperationFailed) && !(error instanceof ProblemError)) await store.write(async (db) => saveOutcomes(db, exchange, { outcomes: [], received: [{ seq: head.seq, outcome: { opId: head.opId, status: 'applied' } }], lastSeq: head.seq }, (await epochs(db)).at(-1)!.epoch))\nif (!(error instanceof OperationFailed)) throw error",
  },
  {
    what: 'the server does not notice that it was restored',
    file: 'server/sync/progress.ts',
    right: 'if (seen === undefined) return false\n',
    wrong: 'if (seen === undefined || known.length > 0) return false\n',
  },
  {
    what: 'a copied device keeps its device id',
    file: STREAM,
    right: '  const deviceId = newId()\n  const ordered',
    wrong: '  const deviceId = stream.deviceId\n  const ordered',
  },
  {
    what: 'the next sequence number is not stored',
    file: OUTBOX,
    right: 'nextSeq: stream.nextSeq + 1',
    wrong: 'nextSeq: stream.nextSeq',
  },
  // The outbox.
  {
    what: 'an outdated reply is applied',
    file: SETTLE,
    right: 'stream.deviceId === request.deviceId && stream.exchanges === exchanges',
    wrong: 'stream.deviceId.length === request.deviceId.length && exchanges >= 0',
  },
  {
    what: 'acknowledged changes are not sent again to a restored server',
    file: SETTLE,
    right: 'if (stream.epoch !== null && stream.epoch !== reply.epoch)',
    wrong: "if (stream.epoch === '')",
  },
  {
    what: 'a restored server gets only the waiting changes',
    file: STREAM,
    right: 'const acknowledged = lost ?',
    wrong: "const acknowledged = lost?.epoch === '' ?",
  },
  {
    what: 'acknowledged operations are deleted at once',
    file: SETTLE,
    right: 'const RETENTION_MS = 30 * DAY',
    wrong: 'const RETENTION_MS = -DAY',
  },
  {
    what: 'operations count as acknowledged once sent',
    file: SETTLE,
    right: '    await database.streams.put(stream)\n',
    wrong:
      "    await database.streams.put(stream)\n    await database.outbox.bulkPut(rows.slice(0, maxOperations).map((row) => ({ ...row, state: 'acknowledged' as const, settledAt: Date.now() })))\n",
  },
  {
    what: 'a removal names no saves as seen',
    file: 'client/store/favourites.ts',
    right: 'await knownSaves(database, row)',
    wrong: '[]',
  },
  {
    what: 'a removal ignores unsent saves of its own device',
    file: 'client/store/favourites.ts',
    right: 'await knownSaves(database, row)',
    wrong: 'await knownSaves(database, { ...row, here: row.held })',
  },
  {
    what: 'the reply of the server overwrites waiting changes',
    file: 'client/store/favourite-rows.ts',
    right: '!again && gone === undefined',
    wrong: 'again && gone === undefined',
  },
  {
    what: 'favourites added to the account are not sent to the server',
    file: 'client/store/favourites.ts',
    right: 'if (userId !== ANONYMOUS) {',
    wrong: 'if (userId !== ANONYMOUS && Number.isInteger(now) && now > 1e12) {',
  },
  {
    what: 'a returning person does not see a waiting change',
    file: 'client/store/person.ts',
    right: 'for (const parkId of parks) await',
    wrong: 'for (const parkId of [...parks].slice(1)) await',
  },
  {
    what: 'acknowledged forms are not checked after a restore',
    file: SETTLE,
    right:
      "userId === ANONYMOUS &&\n      (await operationsIn(database, userId, 'acknowledged').count()) === 0\n",
    wrong: 'userId === ANONYMOUS\n',
  },
  {
    what: 'a clearing is not sent',
    file: 'client/store/history.ts',
    right: "await enqueue(database, userId, { kind: 'history-clear', args: {}, baseRev: known }, now)",
    wrong: 'void known',
  },
  {
    what: 'a device learns only the latest clearing of a reply',
    file: SETTLE,
    right: '...(history.clearings ?? [])',
    wrong: '...(history.clearings ?? []).slice(-1)',
  },
  {
    what: 'a submission over its limit keeps its sequence number',
    file: 'client/store/postponed.ts',
    right: '...rows.filter(isLate)]',
    wrong: ']',
  },
  // The cursor.
  {
    what: 'a cursor of another epoch is accepted',
    file: CURSOR,
    right: 'cursor.epoch === now.epoch && ',
    wrong: '',
  },
  {
    what: 'a cursor is one revision ahead',
    file: CURSOR,
    right: '`${epoch}.${revision}`',
    wrong: '`${epoch}.${revision + 1}`',
  },
  {
    what: 'a change is missing from the reply',
    file: 'server/repositories/favourites.ts',
    right: "moved.on('moved.revision', '>', after)",
    wrong: "moved.on('moved.revision', '>', after + 1)",
  },
  {
    what: 'removed favourites are missing from the reply',
    file: 'server/repositories/favourites.ts',
    right: "moved.on('moved.revision', '>', after)",
    wrong: "moved.on('moved.revision', '>', after).on('moved.saved', '=', 1)",
  },
  {
    what: 'favourites missing from a full reply are kept',
    file: SETTLE,
    right: 'if (!fromServer.has(parkId)) fromServer.set(parkId, { held: [], rev: 0 })',
    wrong: 'if (fromServer.size > 1000) fromServer.set(parkId, { held: [], rev: 0 })',
  },
  {
    what: 'searches from before a clearing on another device are kept',
    file: SETTLE,
    right: 'row.clear !== clear || (full',
    wrong: '(full',
  },
]
