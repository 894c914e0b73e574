import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { LoginBody, RegisterBody } from '../../data/model/account.ts'
import { Account } from '../../data/model/profile.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Accounts } from '../auth/accounts.ts'
import { signOut } from '../auth/sessions.ts'
import { NoQuery } from '../http/queries.ts'

/** Registering, signing in and out, and the account that is signed in. */
export const accountRoutes: FastifyPluginAsyncZod<{ accounts: Accounts }> = async (app, { accounts }) => {
  app.post(
    '/api/register',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Create an account and sign in',
        body: RegisterBody,
        querystring: NoQuery,
        response: { 201: Account, 400: Problem, 403: Problem, 409: Problem, 429: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const verified = await accounts.register(request.body, request.ip)
      await accounts.startSession(request, reply, verified)
      return reply.code(201).send(await accounts.account(verified.person.id))
    },
  )

  app.post(
    '/api/login',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in by user name or e-mail',
        body: LoginBody,
        querystring: NoQuery,
        response: { 200: Account, 400: Problem, 401: Problem, 403: Problem, 429: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      const verified = await accounts.checkPassword(request.body, request)
      await accounts.startSession(request, reply, verified)
      return accounts.account(verified.person.id)
    },
  )

  app.post(
    '/api/logout',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign out on this device; also succeeds when not signed in',
        querystring: NoQuery,
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
        summary: 'The account that is signed in',
        querystring: NoQuery,
        response: { 200: Account, 401: Problem, 503: Problem },
      },
    },
    ({ user }) => accounts.account(user!.id),
  )
}
