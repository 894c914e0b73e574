import fastify from 'fastify'

interface Start {
  answers: Record<string, { body: string; headers: Record<string, string> }>
}

/**
 * A baseline for the cost of Fastify itself: one route that sends prepared bytes. The parent process sends
 * the replies for each URL, then asks for the processor time so far, in microseconds.
 */
process.once('message', ({ answers }: Start) => {
  const ready = new Map(
    Object.entries(answers).map(([url, { body, headers }]) => [url, { body: Buffer.from(body), headers }]),
  )
  const app = fastify()
  app.get('/api/search', (request, reply) => {
    const { body, headers } = ready.get(request.url)!
    return reply.headers(headers).send(body)
  })
  void app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send!(address))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!(user + system)
  })
})
