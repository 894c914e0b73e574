import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { onTestFinished } from 'vitest'
import { sendProblem } from '../../../server/http/problems.ts'

/** A server with only the given routes. */
export async function appWith(
  register: (app: FastifyInstance) => PromiseLike<unknown>,
): Promise<FastifyInstance> {
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  await register(app)
  onTestFinished(() => app.close())
  return app
}

/** Starts a local service that replies with `answer` and records its requests in `asked`. */
export async function service(answer: RequestListener): Promise<{
  url: string
  asked: { method: string; path: string; body: string; headers: IncomingMessage['headers'] }[]
}> {
  const asked: { method: string; path: string; body: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      asked.push({
        method: request.method!,
        path: request.url!,
        body: Buffer.concat(chunks).toString(),
        headers: request.headers,
      })
      answer(request, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/**
 * Timeout for a service in milliseconds: short only for one that is meant to be too slow, so that others do
 * not fail on a busy machine.
 */
export const serviceTimeoutMs = (failure?: string) => (failure === 'slow' ? 300 : 60_000)

/** Ways in which a service can fail, each with the expected error kind. */
export const SERVICE_FAILURES: readonly { name: string; failure: string; answer: RequestListener }[] = [
  {
    name: 'answers with an error',
    failure: 'status',
    answer: (_, response) => response.writeHead(500).end('oops'),
  },
  {
    name: 'answers with something other than JSON',
    failure: 'invalid',
    answer: (_, response) => response.end('<html>hello</html>'),
  },
  {
    name: 'answers with JSON of another kind',
    failure: 'invalid',
    answer: (_, response) => sendJson(response, { hello: ['world'] }),
  },
  {
    name: 'redirects elsewhere',
    failure: 'redirected',
    answer: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  },
  { name: 'never answers', failure: 'slow', answer: () => undefined },
  {
    name: 'answers byte by byte',
    failure: 'slow',
    answer: (_, response) => {
      response.write('{')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    },
  },
  {
    name: 'answers without end',
    failure: 'too-large',
    answer: (_, response) => {
      const chunk = Buffer.alloc(256 * 1024, 0x20)
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', pour)
      pour()
    },
  },
  { name: 'hangs up', failure: 'unreachable', answer: (_, response) => response.destroy() },
  {
    name: 'hangs up halfway',
    failure: 'unreachable',
    answer: (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"code":')
      setTimeout(() => response.destroy(), 30)
    },
  },
]
