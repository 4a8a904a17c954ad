// JSON-RPC client for one node, which validates every response before use (THREATS S9).
import type { ChainBlock, Hex } from '@countersign/proof/chain-reader'
import type { RpcHttpClient } from '../../platform/outbound/rpc-http-client.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import { maxMulticallBytes } from './encode-and-decode-multicall.ts'
import { RpcNodeError } from './rpc-node-error.ts'

export type RpcBlockTag = 'latest' | 'finalized' | `0x${string}`

export interface RpcNodeClient {
  /** All methods throw RpcNodeError. */
  readChainId: (signal: AbortSignal) => Promise<string>
  readBlock: (name: RpcBlockTag, signal: AbortSignal) => Promise<ChainBlock>
  /** Returns what would become the code of the created contract. */
  simulate: (code: Hex, gas: number, block: ChainBlock, signal: AbortSignal) => Promise<string>
}

// A block lists its transactions, and there can be many thousands of them.
const maxBlockBytes = 1_048_576
const maxNumberBytes = 4096

export function createRpcNodeClient(heads: RpcHttpClient, calls = heads): RpcNodeClient {
  let requests = 0

  const call = async (method: string, params: unknown[], maxBytes: number, signal: AbortSignal): Promise<unknown> => {
    requests += 1
    const id = requests
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const answer = await (method === 'eth_call' ? calls : heads)
      .send({ body, maxBytes, signal })
      .catch((error: unknown) => {
        throw toNodeError(error)
      })
    if (answer.status !== 200) throw new RpcNodeError('status', answer.status)
    return parseRpcResult(answer.body.toString('utf8'), id)
  }

  return {
    readChainId: async (signal) => parseBlockNumber(await call('eth_chainId', [], maxNumberBytes, signal)).toString(),
    readBlock: async (name, signal) =>
      readBlock(await call('eth_getBlockByNumber', [name, false], maxBlockBytes, signal), name),
    simulate: async (code, gas, block, signal) => {
      const result = await call(
        'eth_call',
        [{ data: code, gas: toHexQuantity(gas) }, toHexQuantity(block.number)],
        maxMulticallBytes,
        signal,
      )
      if (typeof result !== 'string') throw new RpcNodeError('malformed')
      return result
    },
  }
}

export const toHexQuantity = (value: number | string): Hex => `0x${BigInt(value).toString(16)}`

function toNodeError(error: unknown): unknown {
  if (!(error instanceof OutboundHttpError)) return error
  if (error.reason === 'timed_out' || error.reason === 'too_large') return new RpcNodeError(error.reason)
  return new RpcNodeError(error.reason === 'answer_encoded' ? 'malformed' : 'connection_failed')
}

/** JSON-RPC 2.0 §5: a response has the ID of its request, and either a result or an error. */
function parseRpcResult(text: string, id: number): unknown {
  const answer = parseJson(text)
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || answer.id !== id)
    throw new RpcNodeError('malformed')
  if ('error' in answer && answer.error != null) throw new RpcNodeError('error', getRpcErrorCode(answer.error))
  if (!('result' in answer)) throw new RpcNodeError('malformed')
  return answer.result
}

const getRpcErrorCode = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && Number.isInteger(error.code)
    ? (error.code as number)
    : undefined

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RpcNodeError('malformed')
  }
}

function readBlock(result: unknown, name: RpcBlockTag): ChainBlock {
  if (result === null) throw new RpcNodeError('no_block')
  if (typeof result !== 'object') throw new RpcNodeError('malformed')
  const { number, hash, timestamp } = result as Record<string, unknown>
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new RpcNodeError('malformed')
  const block: ChainBlock = {
    number: parseBlockNumber(number).toString(),
    hash: hash.toLowerCase() as Hex,
    at: Number(parseBlockNumber(timestamp)) * 1000,
  }
  if (name.startsWith('0x') && toHexQuantity(block.number) !== name) throw new RpcNodeError('malformed')
  return block
}

function parseBlockNumber(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(value)) throw new RpcNodeError('malformed')
  const number = BigInt(value)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new RpcNodeError('malformed')
  return number
}
