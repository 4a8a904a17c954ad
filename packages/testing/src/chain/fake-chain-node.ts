// A proxy that makes a local chain fail, stall or give wrong answers, as the test requires
// (THREATS S9).
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJsonRpcCalls, forwardJsonRpcCall } from './fake-chain-node-json-rpc.ts'
import type { JsonRpcResponse, JsonRpcCall } from './fake-chain-node-json-rpc.ts'
import { applyFakeChainNodeFailure } from './fake-chain-node-failures.ts'
import type { FakeChainNodeFailure } from './fake-chain-node-failures.ts'
import { readBlockNumbersByTag, callRpcAtPinnedBlock } from './call-rpc-at-pinned-block.ts'
import type { BlockNumbersByTag } from './call-rpc-at-pinned-block.ts'

export type FakeChainNodeBehavior =
  | { readonly kind: 'honest' }
  /** The node refuses connections. */
  | { readonly kind: 'down' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'wrong-chain'; readonly chainId: number }
  /** The node does not know any block after the one at which this behavior started. */
  | { readonly kind: 'stale' }
  /** The node replaces each true result with another one. */
  | { readonly kind: 'lying'; readonly lie: (call: JsonRpcCall, result: unknown) => unknown }
  | FakeChainNodeFailure

export interface FakeChainNode {
  readonly url: string
  readonly calls: readonly JsonRpcCall[]
  readonly callCounts: Readonly<Record<string, number>>
  clearCalls: () => void
  setBehavior: (behavior: FakeChainNodeBehavior) => Promise<void>
  stop: () => Promise<void>
}

export async function startFakeChainNode(
  url: string,
  behavior: FakeChainNodeBehavior = { kind: 'honest' },
): Promise<FakeChainNode> {
  let current: FakeChainNodeBehavior = { kind: 'honest' }
  let head: BlockNumbersByTag | undefined
  const calls: JsonRpcCall[] = []

  const answer = async (call: JsonRpcCall): Promise<JsonRpcResponse> => {
    if (current.kind === 'wrong-chain' && call.method === 'eth_chainId')
      return { result: `0x${current.chainId.toString(16)}` }
    const answered =
      head === undefined ? await forwardJsonRpcCall(url, call) : await callRpcAtPinnedBlock(url, head, call)
    return current.kind === 'lying' && 'result' in answered ? { result: current.lie(call, answered.result) } : answered
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { batch, list } = await parseJsonRpcCalls(request)
    calls.push(...list)
    if (applyFakeChainNodeFailure(current, response, list)) return
    if (current.kind === 'slow') await waitUnlessClosed(response, current.milliseconds)
    const answers = await Promise.all(
      list.map(async (call) => ({ jsonrpc: '2.0', id: call.id, ...(await answer(call)) })),
    )
    response.setHeader('content-type', 'application/json').end(JSON.stringify(batch ? answers : answers[0]))
  }
  // If the request is malformed or the chain is gone, the connection is closed.
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()))
  const port = await listen(server, 0)
  const setBehavior: FakeChainNode['setBehavior'] = async (next) => {
    head = next.kind === 'stale' ? await readBlockNumbersByTag(url) : undefined
    current = next
    if (next.kind === 'down') await close(server)
    else if (!server.listening) await listen(server, port)
  }
  await setBehavior(behavior)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    get callCounts() {
      return Object.fromEntries(
        Object.entries(Object.groupBy(calls, ({ method }) => method)).map(([method, list]) => [
          method,
          list?.length ?? 0,
        ]),
      )
    },
    clearCalls: () => void calls.splice(0),
    setBehavior,
    stop: () => close(server),
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

async function waitUnlessClosed(response: ServerResponse, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
