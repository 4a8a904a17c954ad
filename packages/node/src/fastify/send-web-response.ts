import type { FastifyReply } from 'fastify'

export async function sendWebResponse(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status)
  for (const [name, value] of answer.headers) reply.header(name, value)
  return reply.send(Buffer.from(await answer.arrayBuffer()))
}
