import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Account, LoginBody, RegisterBody } from '../../data/model/account.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Accounts, Proven } from '../auth/accounts.ts'
import { rememberDevice } from '../auth/known-device.ts'
import { signIn, signOut } from '../auth/sessions.ts'
import { ProblemError } from '../http/problems.ts'
import { NothingElse } from '../http/queries.ts'
import type { Store } from '../repositories/store.ts'
import { accountOf } from '../repositories/users.ts'

/** Registering, signing in and out, and who one is. */
export const accountRoutes: FastifyPluginAsyncZod<{
  accounts: Accounts
  store: Store
  publicUrl: string | undefined
}> = async (app, { accounts, store, publicUrl }) => {
  const accountOfPerson = async (userId: number): Promise<Account> => {
    const account = await store.read((db) => accountOf(db, userId))
    if (!account) throw new ProblemError({ code: 'not-signed-in', message: 'Sign in first.' })
    return account
  }

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { person, proof }: Proven,
  ): Promise<Account> => {
    await signIn(request, person, proof)
    rememberDevice(request, reply, proof.password, publicUrl)
    return accountOfPerson(person.id)
  }

  app.post(
    '/api/register',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Make an account and sign in',
        body: RegisterBody,
        querystring: NothingElse,
        response: { 201: Account, 400: Problem, 403: Problem, 409: Problem, 429: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const account = await enter(request, reply, await accounts.register(request.body, request.ip))
      return reply.code(201).send(account)
    },
  )

  app.post(
    '/api/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in by user name or e-mail',
        body: LoginBody,
        querystring: NothingElse,
        response: { 200: Account, 400: Problem, 401: Problem, 403: Problem, 429: Problem, 503: Problem },
      },
    },
    async (request, reply) => enter(request, reply, await accounts.signIn(request.body, request)),
  )

  app.post(
    '/api/logout',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign out on this device; nothing to do when nobody is signed in',
        querystring: NothingElse,
        response: { 204: z.undefined(), 403: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      await signOut(request, reply)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/user',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Who is signed in',
        querystring: NothingElse,
        response: { 200: Account, 401: Problem, 503: Problem },
      },
    },
    async ({ user }) => accountOfPerson(user!.id),
  )
}
