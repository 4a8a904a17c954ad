import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createRpcHttpClient } from './rpc-http-client.ts'
import { OutboundHttpError } from './outbound-http-error.ts'

interface TestServer {
  url: string
  requests: IncomingMessage[]
  bodies: string[]
  connections: () => number
}

async function serve(answer: RequestListener): Promise<TestServer> {
  const [requests, bodies]: [IncomingMessage[], string[]] = [[], []]
  let connections = 0
  const take = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    requests.push(request)
    bodies.push(Buffer.concat(await request.toArray()).toString())
    answer(request, response)
  }
  const server = createServer((request, response) => void take(request, response))
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, bodies, connections: () => connections }
}

const never = new AbortController().signal
const ask = { body: '{"question":1}', maxBytes: 1000, signal: never }

const reasonOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OutboundHttpError) return error.reason
  throw error ?? new Error('The request succeeded.')
}

test('RPC client sends successive requests over one connection with minimal headers', async () => {
  const server = await serve((_request, response) => response.end('{"answer":1}'))
  const channel = createRpcHttpClient(`${server.url}/v3/key?a=b`, 'node 1')
  for (let count = 0; count < 5; count += 1) expect((await channel.send(ask)).body.toString()).toBe('{"answer":1}')
  expect([server.connections(), server.bodies[4], server.requests[4]?.url, server.requests[4]?.method]).toEqual([
    1,
    ask.body,
    '/v3/key?a=b',
    'POST',
  ])
  expect(server.requests[4]?.headers).toEqual({
    accept: 'application/json',
    'accept-encoding': 'identity',
    connection: 'keep-alive',
    'content-length': '14',
    'content-type': 'application/json',
    host: server.url.slice('http://'.length),
    'user-agent': 'countersign',
  })
})

test('RPC client retries on a new connection if the server closed the idle one', async () => {
  let hangUp = false
  const server = await serve((request, response) => {
    // Closes the connection just as the next request arrives, which no client can prevent.
    if (hangUp) request.socket.destroy()
    else response.end('{}')
    hangUp = !hangUp
  })
  const channel = createRpcHttpClient(server.url, 'node 1')
  await channel.send(ask)
  expect((await channel.send(ask)).status).toBe(200)
  expect([server.connections(), server.requests.length]).toEqual([2, 3])
})

test('RPC client does not retry if a new connection fails', async () => {
  const server = await serve((request) => request.socket.destroy())
  expect(await reasonOf(createRpcHttpClient(server.url, 'node 1').send(ask))).toBe('connection_failed')
  expect(server.requests.length).toBe(1)
})

test('RPC client sends credentials in the URL as basic authentication', async () => {
  const server = await serve((_request, response) => response.end('{}'))
  await createRpcHttpClient(server.url.replace('http://', 'http://operator:word@'), 'node 1').send(ask)
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('operator:word').toString('base64')}`)
})

test('O9: RPC client does not follow redirects', async () => {
  const inside = await serve((_request, response) => response.end('inside'))
  const server = await serve((_request, response) => response.writeHead(307, { location: inside.url }).end())
  expect((await createRpcHttpClient(server.url, 'node 1').send(ask)).status).toBe(307)
  expect(inside.requests).toEqual([])
})

test.each<[string, RequestListener, string]>([
  [
    'with a Content-Length above the limit',
    (_, response) => response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1001)),
    'too_large',
  ],
  [
    'with an endless body',
    (_, response) => {
      const write = (): void => void response.write('x'.repeat(500), () => response.destroyed || setImmediate(write))
      write()
    },
    'too_large',
  ],
  [
    'with a compressed body',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
    'answer_encoded',
  ],
  [
    'with a truncated body',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x')
      setImmediate(() => response.destroy())
    },
    'connection_failed',
  ],
])('S9: RPC client refuses a response %s and does not reuse its connection', async (_name, listener, reason) => {
  let isGood = false
  const server = await serve((request, response) => (isGood ? response.end('{}') : listener(request, response)))
  const channel = createRpcHttpClient(server.url, 'node 1')
  expect(await reasonOf(channel.send(ask))).toBe(reason)
  isGood = true
  expect((await channel.send(ask)).body.toString()).toBe('{}')
  expect(server.connections()).toBe(2)
})

test('S9: RPC client times out if no response arrives', async () => {
  const server = await serve(() => undefined)
  const channel = createRpcHttpClient(server.url, 'node 1')
  expect(await reasonOf(channel.send({ ...ask, signal: AbortSignal.timeout(20) }))).toBe('timed_out')
  expect(await reasonOf(channel.send({ ...ask, signal: AbortSignal.abort() }))).toBe('timed_out')
})

test('N10: RPC client errors name the node, never its address', async () => {
  const server = await serve((request) => request.socket.destroy())
  const error: unknown = await createRpcHttpClient(`${server.url}/v3/secret-key`, 'node 1 of chain 8453')
    .send(ask)
    .catch((thrown: unknown) => thrown)
  expect(String(error)).toBe(
    'OutboundHttpError: The request to node 1 of chain 8453 (chain) failed: the connection to the server failed (ECONNRESET).',
  )
})
