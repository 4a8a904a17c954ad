// A load balancer in front of several instances. A request that failed, or that was for an asset of
// another release, is retried once on another instance. Other failures reach the client.
import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { toHttpsOrigin } from './tls-termination-test-urls.ts'

interface ForwardedRequest {
  path: string
  /** The instance that responded; null if none did. */
  by: string | null
  status: number
  isRetried: boolean
}

/** Request header that pins a request to one instance, by its address. */
export const testLoadBalancerInstanceHeader = 'x-instance'

export interface TestLoadBalancer {
  /** HTTPS, because only single-machine sites may use plain HTTP. */
  origin: string
  /** @param instance the address at which the instance listens */
  add: (instance: string) => void
  forwardedRequests: readonly ForwardedRequest[]
  close: () => Promise<void>
}

interface InstanceResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/**
 * Retries as described in docs/guides/upgrade.md, if the instance is gone or stopping, or the asset
 * belongs to another release.
 */
const shouldRetry = (path: string, answer: InstanceResponse | null): boolean =>
  answer === null || [502, 503].includes(answer.status) || (answer.status === 404 && path.startsWith('/assets/'))

export async function startTestLoadBalancer(): Promise<TestLoadBalancer> {
  const instances: string[] = []
  const forwardedRequests: ForwardedRequest[] = []
  const agent = new Agent({ keepAlive: true })

  /** Chooses in random order, so the steps of a flow reach different instances. */
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
    const { status, headers, body: text } = answer ?? { status: 502, headers: {}, body: Buffer.from('no response') }
    forwardedRequests.push({ path, by: answer === null ? null : by, status, isRetried })
    response.writeHead(status, removeHopByHopHeaders(headers)).end(text)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  // Has no idle timeout, so only instances cause failures.
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

/** @returns null if the instance cannot be reached */
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

/** Hop-by-hop headers are not forwarded (RFC 9110 §7.6.1). */
function removeHopByHopHeaders(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _encoding, ...others } = headers
  return others
}
