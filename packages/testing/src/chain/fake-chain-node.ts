// A chain node that misbehaves by name: it stands before a local chain, passes on what it is asked, and fails, stalls or
// lies as the test says (THREATS S9). How it answers can be changed while it runs.
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJsonRpcCalls, forwardJsonRpcCall } from './fake-chain-node-json-rpc.ts'
import type { JsonRpcResponse, JsonRpcCall } from './fake-chain-node-json-rpc.ts'
import { applyFakeChainNodeFailure } from './fake-chain-node-failures.ts'
import type { FakeChainNodeFailure } from './fake-chain-node-failures.ts'
import { readBlockNumbersByTag, callRpcAtPinnedBlock } from './call-rpc-at-pinned-block.ts'
import type { BlockNumbersByTag } from './call-rpc-at-pinned-block.ts'

/** How a node behaves; see FakeChainNodeFailure for those that do not come to answer at all. */
export type FakeChainNodeBehavior =
  | { readonly kind: 'honest' }
  /** Nobody listens: the connection is refused. */
  | { readonly kind: 'down' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | { readonly kind: 'wrong-chain'; readonly chainId: number }
  /** Knows no block after the one that was the latest when it began. */
  | { readonly kind: 'stale' }
  /** Answers what the function makes of each true result. */
  | { readonly kind: 'lying'; readonly lie: (call: JsonRpcCall, result: unknown) => unknown }
  | FakeChainNodeFailure

/** A running node. */
export interface FakeChainNode {
  readonly url: string
  /** Every call in the order in which it came, also the unanswered. */
  readonly calls: readonly JsonRpcCall[]
  /** How often each method was called. */
  readonly callCounts: Readonly<Record<string, number>>
  /** Forgets the calls so far. */
  clearCalls: () => void
  /** Behaves so from now on. */
  setBehavior: (behavior: FakeChainNodeBehavior) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a node before the chain at `url`; it is honest unless told otherwise. */
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
  // What is no call, and a chain that is gone, end the connection.
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

/** Ends it with all its connections, also those that wait for an answer. */
async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

/** Waits, or less where the caller goes away. */
async function waitUnlessClosed(response: ServerResponse, milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
