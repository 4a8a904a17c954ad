// HTTP client for chain nodes, which the operator chose and which may be private (THREATS O9).
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { sendHttpRequest } from './send-http-request.ts'
import { OutboundHttpError } from './outbound-http-error.ts'
import type { OutboundResponse } from './outbound-http-types.ts'

/** The request must change nothing, because it may be sent twice. */
export interface RpcHttpRequest {
  body: string
  maxBytes: number
  signal: AbortSignal
}

export interface RpcHttpClient {
  /** @throws OutboundHttpError that omits the URL, because it can contain a key */
  send: (request: RpcHttpRequest) => Promise<OutboundResponse>
}

const agentOptions = { keepAlive: true, maxSockets: 32, maxFreeSockets: 4 }

const headers = { accept: 'application/json', 'content-type': 'application/json' }

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
        // The server may close an idle connection at any time (RFC 9112 §9.3.1).
        if (error instanceof OutboundHttpError && error.reason === 'connection_stale') return send(request)
        throw error
      }
    },
  }
}
