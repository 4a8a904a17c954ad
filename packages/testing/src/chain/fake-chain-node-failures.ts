// The ways in which a fake node can fail to answer.
import type { ServerResponse } from 'node:http'
import type { JsonRpcCall } from './fake-chain-node-json-rpc.ts'

export type FakeChainNodeFailure =
  /** Accepts the request and never responds. */
  | { readonly kind: 'silent' }
  /** Sends one byte every now and then and never finishes. */
  | { readonly kind: 'dripping' }
  | { readonly kind: 'garbage' }
  /** Sends an HTML page with status 200, as overloaded providers do. */
  | { readonly kind: 'html' }
  /** Sends a valid response of 10 MiB without a content length. */
  | { readonly kind: 'huge' }
  | { readonly kind: 'error' }
  | { readonly kind: 'rate-limited' }
  | { readonly kind: 'redirect'; readonly location: string }

export function applyFakeChainNodeFailure(
  behavior: { readonly kind: string },
  response: ServerResponse,
  calls: readonly JsonRpcCall[],
): boolean {
  const failure = behavior as FakeChainNodeFailure
  switch (failure.kind) {
    case 'silent':
      return true
    case 'dripping':
      sendSlowly(response)
      return true
    case 'garbage':
      response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1,"result":')
      return true
    case 'html':
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Busy</title><p>Please try again later.')
      return true
    case 'huge':
      response
        .setHeader('content-type', 'application/json')
        .write(`{"jsonrpc":"2.0","id":${JSON.stringify(calls[0]?.id)},"result":"0x`)
      response.end(`${'00'.repeat(5 * 1024 * 1024)}"}`)
      return true
    case 'error':
      response.setHeader('content-type', 'application/json').end(JSON.stringify(createErrorResponses(calls)))
      return true
    case 'rate-limited':
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' })
        .end(JSON.stringify(createErrorResponses(calls)))
      return true
    case 'redirect':
      response.writeHead(302, { location: failure.location }).end()
      return true
    default:
      return false
  }
}

// JSON may start with white space, so the reader cannot know that nothing will follow.
function sendSlowly(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  const timer = setInterval(() => response.write(' '), 20)
  response.once('close', () => clearInterval(timer))
}

function createErrorResponses(calls: readonly JsonRpcCall[]): object {
  const errors = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'internal error' } }))
  return errors.length === 1 ? (errors[0] ?? {}) : errors
}
