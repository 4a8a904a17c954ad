// A balancer before several instances (load balancer, reverse proxy): it passes each request to one of them, and what finds that one stopping or gone
// it passes on once to the next, and so with a file of a page that only the other release has. Whatever one retry does not fix reaches the one who
// asked.
import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { toHttpsOrigin } from './tls-termination-test-urls.ts'

/** A request, and how it went. */
interface ForwardedRequest {
  path: string
  /** The instance that gave the answer; null where none did. */
  by: string | null
  status: number
  /** Whether another instance was asked before, in vain. */
  isRetried: boolean
}

/** The header of a request that is for one instance, by its address, and for no other. */
export const testLoadBalancerInstanceHeader = 'x-instance'

/** A running balancer. */
export interface TestLoadBalancer {
  /** Where people and applications reach it: with https, as only sites of one machine go without, which nobody replaces by turns. */
  origin: string
  /** Sends requests to one more instance, by the address that it listens at. */
  add: (instance: string) => void
  /** Every request that was answered. */
  forwardedRequests: readonly ForwardedRequest[]
  close: () => Promise<void>
}

interface InstanceResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What a balancer tries elsewhere (docs/guides/upgrade.md): the instance is gone or stops, or the page is one of another release. */
const shouldRetry = (path: string, answer: InstanceResponse | null): boolean =>
  answer === null || [502, 503].includes(answer.status) || (answer.status === 404 && path.startsWith('/assets/'))

/** Starts a balancer of no instances, on a free port of this machine. */
export async function startTestLoadBalancer(): Promise<TestLoadBalancer> {
  const instances: string[] = []
  const forwardedRequests: ForwardedRequest[] = []
  const agent = new Agent({ keepAlive: true })

  /** In an order of chance, so that no step of a flow meets the same instance each time. */
  const choose = ({ headers }: IncomingMessage): [first: string, second: string | null] => {
    const wanted = headers[testLoadBalancerInstanceHeader]
    if (typeof wanted === 'string') return [wanted, null]
    const place = Math.floor(Math.random() * instances.length)
    return [instances[place] ?? '', instances[(place + 1) % instances.length] ?? '']
  }
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url?.split('?')[0] ?? ''
    const body = await buffer(request)
    const [first, second] = choose(request)
    let by = first
    let answer = await forwardToInstance(agent, first, request, body)
    const isRetried = shouldRetry(path, answer) && second !== null
    if (isRetried) {
      by = second
      answer = await forwardToInstance(agent, second, request, body)
    }
    const { status, headers, body: text } = answer ?? { status: 502, headers: {}, body: Buffer.from('nobody answers') }
    forwardedRequests.push({ path, by: answer === null ? null : by, status, isRetried })
    response.writeHead(status, removeHopByHopHeaders(headers)).end(text)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  // Whoever comes back finds the connection open, so that nothing fails but what instances do.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: toHttpsOrigin(`http://localhost:${(server.address() as AddressInfo).port}`),
    add: (instance) => void instances.push(instance),
    forwardedRequests,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Asks one instance, over a connection that was kept open where there is one; null where it cannot be reached. */
async function forwardToInstance(
  agent: Agent,
  instance: string,
  from: IncomingMessage,
  body: Buffer,
): Promise<InstanceResponse | null> {
  const headers = { ...removeHopByHopHeaders(from.headers), 'x-forwarded-for': from.socket.remoteAddress ?? '' }
  const asked = ask(new URL(from.url ?? '/', instance), { agent, method: from.method, headers }).end(body)
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) }
  } catch {
    return null
  }
}

/** RFC 9110 §7.6.1: what is about one connection is not passed on to the next. */
function removeHopByHopHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _encoding, ...others } = headers
  return others
}
