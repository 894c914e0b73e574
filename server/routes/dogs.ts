import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Dog, DogFields, DOGS_MAX } from '../../data/model/profile.ts'
import { Problem } from '../../data/model/problem.ts'
import { notFound, ProblemError } from '../http/problems.ts'
import { IdParams, NoQuery } from '../http/queries.ts'
import { addDog, changeDog, dogsOf, removeDog } from '../repositories/dogs.ts'
import { writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'

/** `/api/profile/dogs`: the user's own dogs. Another user's dog gets 404. */
export const dogRoutes: FastifyPluginAsyncZod<{ store: Store }> = async (app, { store }) => {
  app.get(
    '/api/profile/dogs',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The user’s dogs',
        querystring: NoQuery,
        response: { 200: z.array(Dog), 401: Problem, 503: Problem },
      },
    },
    ({ user }) => store.read((db) => dogsOf(db, user!.id)),
  )

  app.post(
    '/api/profile/dogs',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Add a dog',
        body: DogFields,
        querystring: NoQuery,
        response: { 201: Dog, 400: Problem, 401: Problem, 403: Problem, 503: Problem },
      },
    },
    async ({ user, body }, reply) => {
      const dog = await store.write((db) => addDog(db, user!.id, body, DOGS_MAX), {
        of: [writeNames.person(user!.id)],
      })
      if (!dog)
        throw new ProblemError({ code: 'invalid-input', message: `There is room for ${DOGS_MAX} dogs here.` })
      return reply.code(201).send(dog)
    },
  )

  app.put(
    '/api/profile/dogs/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Change a dog',
        params: IdParams,
        body: DogFields,
        querystring: NoQuery,
        response: { 200: Dog, 400: Problem, 401: Problem, 403: Problem, 404: Problem, 503: Problem },
      },
    },
    async ({ user, params, body }) => {
      const dog = await store.write((db) => changeDog(db, user!.id, params.id, body))
      if (!dog) throw notFound()
      return dog
    },
  )

  app.delete(
    '/api/profile/dogs/:id',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Remove a dog',
        params: IdParams,
        querystring: NoQuery,
        response: {
          204: z.undefined(),
          400: Problem,
          401: Problem,
          403: Problem,
          404: Problem,
          503: Problem,
        },
      },
    },
    async ({ user, params }, reply) => {
      if (!(await store.write((db) => removeDog(db, user!.id, params.id)))) throw notFound()
      return reply.code(204).send()
    },
  )
}
