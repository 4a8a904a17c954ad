// The way to a server that the operator chose (a chain's node): its address is not judged (THREATS O9 excepts nodes) and
// may lie in a private network. The manners are those of every request: no redirect is followed, time and size are bounded.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { sendHttpRequest } from './send-http-request.ts'
import { OutboundHttpError } from './outbound-http-error.ts'
import type { OutboundResponse } from './outbound-http-types.ts'

/** A question that changes nothing, so that it may be sent twice. */
export interface RpcHttpRequest {
  /** JSON. */
  body: string
  maxBytes: number
  signal: AbortSignal
}

export interface RpcHttpClient {
  /**
   * Sends one request and reads the whole answer, whatever its status.
   * @throws OutboundHttpError without the server's address, which can hold a key
   */
  send: (request: RpcHttpRequest) => Promise<OutboundResponse>
}

/** More at the same time wait for a connection. */
const agentOptions = { keepAlive: true, maxSockets: 32, maxFreeSockets: 4 }

const headers = { accept: 'application/json', 'content-type': 'application/json' }

/**
 * Opens the way to one server; connections are made when they are needed, and kept.
 * @param name what the server is called in errors
 */
export function createRpcHttpClient(address: string, name: string): RpcHttpClient {
  const url = new URL(address)
  const target = url.protocol === 'https:' ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions)
  const send: RpcHttpClient['send'] = (request) =>
    sendHttpRequest(
      { url, target, method: 'POST', headers, ...request },
      (reason, code) => new OutboundHttpError(reason, 'chain', name, code),
    )
  return {
    send: async (request) => {
      try {
        return await send(request)
      } catch (error) {
        // The other side may close a kept connection at any time, also while a request is on its way (RFC 9112 §9.3.1).
        if (error instanceof OutboundHttpError && error.reason === 'connection_stale') return send(request)
        throw error
      }
    },
  }
}
