/** A mistake somebody could make: the text of a file that it changes, which must be there once. */
export interface Bug {
  what: string
  file: string
  right: string
  wrong: string
}

const FAVOURITE = 'data/sync/favourite.ts'
const HISTORY = 'data/sync/history.ts'
const CURSOR = 'data/sync/cursor.ts'
const SERVICE = 'server/sync/service.ts'
const SETTLE = 'client/store/settle.ts'
const STREAM = 'client/store/stream.ts'
const OUTBOX = 'client/store/outbox.ts'

/** In the merge, the sequence, the outbox and the cursor. Each must be found by the stories of the model. */
export const BUGS: readonly Bug[] = [
  // The merge.
  {
    what: 'saving that was taken back holds when it arrives late',
    file: FAVOURITE,
    right: ' || state.undone.includes(opId)',
    wrong: '',
  },
  {
    what: 'a removal takes back what it has not seen',
    file: FAVOURITE,
    right: 'state.held.filter((id) => !news.has(id))',
    wrong: '[]',
  },
  {
    what: 'a removal takes nothing back',
    file: FAVOURITE,
    right: 'state.held.filter((id) => !news.has(id))',
    wrong: 'state.held',
  },
  {
    what: 'a removal is not remembered',
    file: FAVOURITE,
    right: 'undone: [...state.undone, ...news]',
    wrong: 'undone: state.undone',
  },
  {
    what: 'a removal takes back the first it saw',
    file: FAVOURITE,
    right: 'baseRev.filter((id) => !undone.has(id))',
    wrong: 'baseRev.filter((id) => !undone.has(id)).slice(0, 1)',
  },
  {
    what: 'searches from before a clearing count',
    file: HISTORY,
    right: '(baseRev[0] ?? null) === state.inForce',
    wrong: 'baseRev.length >= 0 || state.inForce === null',
  },
  {
    what: 'a clearing takes force only the first time anybody clears',
    file: HISTORY,
    right: 'return { inForce: opId, known',
    wrong: 'return { inForce: state.inForce ?? opId, known',
  },
  {
    what: 'a clearing leaves the searches',
    file: 'server/repositories/history.ts',
    right:
      "  await db.deleteFrom('user_search_history').where('userId', '=', userId).execute()\n}\n\n/** Adds",
    wrong: '}\n\n/** Adds',
  },
  // The sequence.
  {
    what: 'an operation that came in before is carried out again',
    file: SERVICE,
    right: 'if (stored !== undefined) {',
    wrong: 'if (stored !== undefined && head.seq < 0) {',
  },
  {
    what: 'an operation whose number another has used is taken for that one',
    file: SERVICE,
    right: '} else if (head.seq <= last) {\n        throw deviceCloned()',
    wrong: "} else if (head.seq <= last) {\n        outcomes.push({ opId: head.opId, status: 'applied' })",
  },
  {
    what: 'the last number of a device is not kept',
    file: SERVICE,
    right: 'await keepDevice(db, { deviceId, userId: owner, lastSeq: last, lastSeen })',
    wrong: 'await keepDevice(db, { deviceId, userId: owner, lastSeq: Math.max(0, last - 1), lastSeen })',
  },
  {
    what: 'outcomes are kept, effects are not',
    file: SERVICE,
    right: 'const tried = await attempt(db, () => carryOut(',
    wrong: 'const tried = head.seq > 2 ? { value: {} } : await attempt(db, () => carryOut(',
  },
  {
    what: 'effect and outcome are not one transaction',
    file: SERVICE,
    right: 'store.view(work) : store.write(work)',
    wrong:
      'store.view(work) : store.write(work).catch(async (error) => { if (!request.operations[0]) throw error; await store.write((db) => takeIn(db, { ...request, operations: request.operations.slice(0, 1).map((head) => ({ ...head, kind: "nothing", args: {} })) }, owner, at)); throw error })',
  },
  {
    what: 'the server does not notice that it was put back',
    file: SERVICE,
    right: 'if (seen === undefined) return false\n',
    wrong: 'if (seen === undefined || known.length > 0) return false\n',
  },
  {
    what: 'a copy of a device goes on under its number',
    file: STREAM,
    right: '  const deviceId = newId()\n  const told',
    wrong: '  const deviceId = stream.deviceId\n  const told',
  },
  {
    what: 'the number of the next operation is not kept',
    file: OUTBOX,
    right: 'nextSeq: stream.nextSeq + 1',
    wrong: 'nextSeq: stream.nextSeq',
  },
  // The outbox.
  {
    what: 'an answer that another has overtaken is taken in',
    file: SETTLE,
    right: 'stream.deviceId === request.deviceId && stream.exchanges === exchanges',
    wrong: 'stream.deviceId.length === request.deviceId.length && exchanges >= 0',
  },
  {
    what: 'a server that was put back is not told again',
    file: SETTLE,
    right: 'if (stream.epoch !== null && stream.epoch !== reply.epoch)',
    wrong: "if (stream.epoch === '')",
  },
  {
    what: 'a server that was put back is told only what waits',
    file: STREAM,
    right: 'const reopened = epoch === undefined ? []',
    wrong: 'const reopened = epoch !== null ? []',
  },
  {
    what: 'what was acknowledged is forgotten at once',
    file: SETTLE,
    right: 'const KEPT_FOR = 30 * DAY',
    wrong: 'const KEPT_FOR = -DAY',
  },
  {
    what: 'sending counts as delivered',
    file: SETTLE,
    right: '    await database.streams.put(stream)\n',
    wrong:
      "    await database.streams.put(stream)\n    await database.outbox.bulkPut(rows.slice(0, most).map((row) => ({ ...row, state: 'acknowledged' as const, settledAt: Date.now() })))\n",
  },
  {
    what: 'a removal says that it saw nothing',
    file: 'client/store/favourites.ts',
    right: 'await knownSaves(database, row)',
    wrong: '[]',
  },
  {
    what: 'a removal has not seen what this device saved and has not sent',
    file: 'client/store/favourites.ts',
    right: 'await knownSaves(database, row)',
    wrong: 'await knownSaves(database, { ...row, here: row.held })',
  },
  {
    what: 'what waits is painted over by the server’s word',
    file: 'client/store/favourite-rows.ts',
    right: '!again && gone === undefined',
    wrong: 'again && gone === undefined',
  },
  {
    what: 'favourites that are adopted are not told to the server',
    file: 'client/store/favourites.ts',
    right: 'if (userId !== ANONYMOUS) {',
    wrong: 'if (userId !== ANONYMOUS && Number.isInteger(now) && now > 1e12) {',
  },
  {
    what: 'a person who comes back does not see what waits',
    file: 'client/store/person.ts',
    right: 'for (const parkId of parks) await',
    wrong: 'for (const parkId of [...parks].slice(1)) await',
  },
  {
    what: 'letters are not asked after',
    file: SETTLE,
    right: "&& (await operationsIn(database, userId, 'acknowledged').count()) === 0) return",
    wrong: ') return',
  },
  {
    what: 'a clearing is not told',
    file: 'client/store/history.ts',
    right: "await enqueue(database, userId, { kind: 'history-clear', args: {}, baseRev: known }, now)",
    wrong: 'void known',
  },
  // The cursor.
  {
    what: 'a cursor of another epoch is believed',
    file: CURSOR,
    right: 'cursor.epoch === now.epoch && ',
    wrong: '',
  },
  {
    what: 'a cursor is given out that is one ahead',
    file: CURSOR,
    right: '`${epoch}.${revision}`',
    wrong: '`${epoch}.${revision + 1}`',
  },
  {
    what: 'a change is left out',
    file: 'server/repositories/favourites.ts',
    right: "moved.where('revision', '>', after)",
    wrong: "moved.where('revision', '>', after + 1)",
  },
  {
    what: 'favourites that are none any more are not told',
    file: 'server/repositories/favourites.ts',
    right: "moved.where('revision', '>', after)",
    wrong: "moved.where('revision', '>', after).where('saved', '=', 1)",
  },
  {
    what: 'what is gone from everything there is stays',
    file: SETTLE,
    right: 'if (!words.has(parkId)) words.set(parkId, { held: [], rev: 0 })',
    wrong: 'if (words.size > 1000) words.set(parkId, { held: [], rev: 0 })',
  },
  {
    what: 'searches from before a clearing elsewhere stay',
    file: SETTLE,
    right: 'clear !== inForce || (full',
    wrong: '(full',
  },
]
