// Answers RPC calls like a node whose chain has stopped growing.
import { callJsonRpcForTests } from './call-json-rpc-for-tests.ts'
import { forwardJsonRpcCall } from './fake-chain-node-json-rpc.ts'
import type { JsonRpcResponse, JsonRpcCall } from './fake-chain-node-json-rpc.ts'

export type BlockNumbersByTag = Readonly<Record<'latest' | 'pending' | 'safe' | 'finalized', string>>

export async function readBlockNumbersByTag(url: string): Promise<BlockNumbersByTag> {
  const numberOf = async (tag: string) =>
    ((await callJsonRpcForTests(url, 'eth_getBlockByNumber', [tag, false])) as { number: string }).number
  const [latest, safe, finalized] = await Promise.all([numberOf('latest'), numberOf('safe'), numberOf('finalized')])
  return { latest, pending: latest, safe, finalized }
}

// The index of the block parameter of each method.
const blockParameterIndex: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_simulateV1: 1,
  eth_getStorageAt: 2,
}

export async function callRpcAtPinnedBlock(
  url: string,
  head: BlockNumbersByTag,
  call: JsonRpcCall,
): Promise<JsonRpcResponse> {
  if (call.method === 'eth_blockNumber') return { result: head.latest }
  const place = blockParameterIndex[call.method]
  if (place === undefined) return forwardJsonRpcCall(url, call)
  const params = [...call.params]
  const block = params[place] ?? 'latest'
  params[place] =
    typeof block === 'string' && Object.hasOwn(head, block) ? head[block as keyof BlockNumbersByTag] : block
  if (parseBlockNumber(params[place]) <= BigInt(head.latest)) return forwardJsonRpcCall(url, { ...call, params })
  return call.method === 'eth_getBlockByNumber'
    ? { result: null }
    : { error: { code: -32_000, message: 'header not found' } }
}

// Also accepts EIP-1898 objects. Returns -1 if the block is not given by its number.
function parseBlockNumber(block: unknown): bigint {
  const number = typeof block === 'object' && block !== null && 'blockNumber' in block ? block.blockNumber : block
  return typeof number === 'string' && /^0x[0-9a-f]{1,16}$/i.test(number) ? BigInt(number) : -1n
}
