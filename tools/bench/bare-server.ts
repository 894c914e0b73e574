import fastify from 'fastify'

/**
 * A baseline for the cost of Fastify itself: one route that sends prepared bytes. The parent process sends
 * the replies for each URL.
 */
process.once('message', (answers: Record<string, { body: string; headers: Record<string, string> }>) => {
  const ready = new Map(
    Object.entries(answers).map(([url, { body, headers }]) => [url, { body: Buffer.from(body), headers }]),
  )
  const app = fastify()
  app.get('/api/search', (request, reply) => {
    const { body, headers } = ready.get(request.url)!
    return reply.headers(headers).send(body)
  })
  void app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send!(address))
})
