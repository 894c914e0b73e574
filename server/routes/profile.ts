import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import {
  Confirmation,
  foldName,
  PasswordChange,
  ProfileChange,
  SignedInDevice,
} from '../../data/model/account.ts'
import { Account } from '../../data/model/profile.ts'
import { Problem } from '../../data/model/problem.ts'
import { rethrowNameTaken } from '../auth/accounts.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Limits } from '../auth/limits.ts'
import { requireSession, sessionHash, signOut } from '../auth/sessions.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'
import { EXPORTED, personalRows } from '../repositories/personal-data.ts'
import type { PersonalTable } from '../repositories/personal-data.ts'
import { endSession, endSessionsOf, sessionsOf } from '../repositories/sessions.ts'
import type { Store } from '../repositories/store.ts'
import { accountOf, changeAccount, removeUser } from '../repositories/users.ts'

/** Characters of a session's hash that identify a device in the list: 64 bits. */
const DEVICE_ID_LENGTH = 16

const Devices = z.array(SignedInDevice)

/** The errors of routes that need the password. */
const CONFIRMATION_PROBLEMS = { 400: Problem, 401: Problem, 403: Problem, 429: Problem, 503: Problem }

const Export = z.strictObject({
  exportedAt: z.string(),
  account: Account,
  devices: z.array(z.unknown()),
  data: z.record(z.string(), z.array(z.unknown())),
})

/** A person's own account. Everything is looked up by the session's user, never by an id in the URL. */
export const profileRoutes: FastifyPluginAsyncZod<{
  accounts: Accounts
  limits: Limits
  store: Store
  clock: () => Date
}> = async (app, { accounts, limits, store, clock }) => {
  /**
   * The text of an {@link Export}, a few rows at a time: an account may have 50 MB, which would block the
   * event loop if written at once. `head`: its beginning, up to the data.
   */
  async function* exported(head: string, userId: number): AsyncGenerator<string> {
    yield `${head},"data":{`
    for (const [position, table] of (Object.keys(EXPORTED) as PersonalTable[]).entries()) {
      yield `${position === 0 ? '' : ','}${JSON.stringify(table)}:[`
      let separator = ''
      for (let after: number | undefined = 0; after !== undefined;) {
        const from: number = after
        const { rows, next } = await store.read((db) => personalRows(db, userId, table, from))
        if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(row)).join(',')
        if (rows.length > 0) separator = ','
        after = next
        await setImmediate()
      }
      yield ']'
    }
    yield '}}'
  }

  app.get(
    '/api/profile',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The account of the person signed in',
        querystring: NoQuery,
        response: { 200: Account, 401: Problem, 503: Problem },
      },
    },
    ({ user }) => accounts.account(user!.id),
  )

  app.patch(
    '/api/profile',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Change the account; a new username or e-mail needs the password',
        body: ProfileChange,
        querystring: NoQuery,
        response: { 200: Account, ...CONFIRMATION_PROBLEMS, 409: Problem },
      },
    },
    async (request) => {
      const { currentPassword, ...change } = request.body
      const { id } = request.user!
      const blankIsNone = (text: string | null | undefined) => (text === '' ? null : text)
      // People sign in by both: someone who only has the device must not change them. Upper or lower case is
      // no change.
      const names = ['username', 'email'] as const
      const changesName = (account: Account) =>
        names.some((name) => change[name] !== undefined && foldName(change[name]) !== foldName(account[name]))
      /** @returns false if it needs the password: only the transaction knows the names that it replaces */
      const save = (isConfirmed: boolean) =>
        store
          .write(async (db) => {
            await requireSession(db, request, clock())
            if (!isConfirmed && changesName((await accountOf(db, id))!)) return false
            await changeAccount(db, id, {
              ...change,
              fullName: blankIsNone(change.fullName),
              address: blankIsNone(change.address),
            })
            return true
          })
          .catch((error: unknown) => rethrowNameTaken(error, 'profile'))
      if (!(await save(false))) {
        await accounts.confirm(request, currentPassword)
        await limits.changeNames(id, request.ip)
        await save(true)
      }
      request.log.info({ user: id, changed: Object.keys(change) }, 'account changed')
      return accounts.account(id)
    },
  )

  app.post(
    '/api/profile/password',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Set a new password; every other device is signed out',
        body: PasswordChange,
        querystring: NoQuery,
        response: { 204: z.undefined(), ...CONFIRMATION_PROBLEMS },
      },
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      await accounts.confirm(request, currentPassword)
      const verified = await accounts.changePassword(request, newPassword)
      request.log.info({ user: verified.person.id }, 'password changed')
      await accounts.startSession(request, reply, verified)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/profile/devices',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The devices this account is signed in on',
        querystring: NoQuery,
        response: { 200: Devices, 401: Problem, 503: Problem },
      },
    },
    async (request) => {
      const current = sessionHash(request)
      const sessions = await store.read((db) => sessionsOf(db, request.user!.id, clock()))
      return sessions.map(({ idHash, ...session }) => ({
        id: idHash.slice(0, DEVICE_ID_LENGTH),
        ...session,
        current: idHash === current,
      }))
    },
  )

  app.delete(
    '/api/profile/devices',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Sign out on every other device',
        querystring: NoQuery,
        response: { 204: z.undefined(), 401: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      await store.write((db) => endSessionsOf(db, request.user!.id, sessionHash(request)))
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/profile/devices/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Sign out on one device',
        params: z.strictObject({
          id: z
            .string()
            .max(16)
            .regex(/^[0-9a-f]{16}$/),
        }),
        querystring: NoQuery,
        response: { 204: z.undefined(), 400: Problem, 401: Problem, 404: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const sessions = await store.read((db) => sessionsOf(db, request.user!.id, clock()))
      const session = sessions.find(({ idHash }) => idHash.startsWith(request.params.id))
      if (!session) throw notFound()
      if (session.idHash === sessionHash(request)) await signOut(request, reply)
      else await store.write((db) => endSession(db, session.idHash))
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/profile/export',
    {
      config: { access: 'user' },
      schema: {
        summary: 'All stored data about the person, as a file',
        querystring: NoQuery,
        response: { 200: Export, 401: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const { id } = request.user!
      const account = await accounts.account(id)
      const sessions = await store.read((db) => sessionsOf(db, id, clock()))
      const exportedAt = clock().toISOString()
      reply.header('content-disposition', `attachment; filename="offlead-${exportedAt.slice(0, 10)}.json"`)
      const devices = sessions.map(({ device, createdAt, lastSeen }) => ({ device, createdAt, lastSeen }))
      const head = JSON.stringify({ exportedAt, account, devices }).slice(0, -1)
      return reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(exported(head, id)) as unknown as z.infer<typeof Export>)
    },
  )

  app.post(
    '/api/profile/delete',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Permanently delete the account and its data',
        body: Confirmation,
        querystring: NoQuery,
        response: { 204: z.undefined(), ...CONFIRMATION_PROBLEMS },
      },
    },
    async (request, reply) => {
      await accounts.confirm(request, request.body.currentPassword)
      await store.write(async (db) => {
        await requireSession(db, request, clock())
        await removeUser(db, request.user!.id)
      })
      request.log.info({ user: request.user!.id }, 'account deleted')
      await signOut(request, reply)
      return reply.code(204).send()
    },
  )
}
