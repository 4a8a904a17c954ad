// One node of one chain, asked by JSON-RPC: which block it has, and what contracts say at a block. Whatever it answers is
// checked before it is believed to be an answer (THREATS S9).
import type { Block, Hex } from '@countersign/proof/chain-reader'
import type { Channel } from '../../platform/outbound/channel.ts'
import { OutboundFault } from '../../platform/outbound/fault.ts'
import { maxMulticallBytes } from './multicall.ts'
import { NodeFault } from './node-fault.ts'

/** Which block: by number, the newest, or the newest that can no longer be taken back. */
export type BlockName = 'latest' | 'finalized' | `0x${string}`

export interface ChainNode {
  /** @throws NodeFault */
  readChainId: (signal: AbortSignal) => Promise<string>
  /** @throws NodeFault */
  readBlock: (name: BlockName, signal: AbortSignal) => Promise<Block>
  /**
   * Simulates the making of a contract, and gives back what would be its code.
   * @throws NodeFault
   */
  simulate: (code: Hex, gas: number, block: Block, signal: AbortSignal) => Promise<string>
}

// A block names its transactions, of which there can be many thousands.
const maxBlockBytes = 1_048_576
const maxNumberBytes = 4096

/**
 * @param heads the way to the node
 * @param calls the way on which contracts are asked, where it is another one
 */
export function createNode(heads: Channel, calls = heads): ChainNode {
  let requests = 0

  const call = async (method: string, params: unknown[], maxBytes: number, signal: AbortSignal): Promise<unknown> => {
    requests += 1
    const id = requests
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const answer = await (method === 'eth_call' ? calls : heads)
      .send({ body, maxBytes, signal })
      .catch((error: unknown) => {
        throw explain(error)
      })
    if (answer.status !== 200) throw new NodeFault('status', answer.status)
    return readResult(answer.body.toString('utf8'), id)
  }

  return {
    readChainId: async (signal) => numberOf(await call('eth_chainId', [], maxNumberBytes, signal)).toString(),
    readBlock: async (name, signal) =>
      readBlock(await call('eth_getBlockByNumber', [name, false], maxBlockBytes, signal), name),
    simulate: async (code, gas, block, signal) => {
      const result = await call(
        'eth_call',
        [{ data: code, gas: hexOf(gas) }, hexOf(block.number)],
        maxMulticallBytes,
        signal,
      )
      if (typeof result !== 'string') throw new NodeFault('malformed')
      return result
    },
  }
}

/** A number as JSON-RPC writes it: without zeros before it. */
export const hexOf = (value: number | string): Hex => `0x${BigInt(value).toString(16)}`

function explain(error: unknown): unknown {
  if (!(error instanceof OutboundFault)) return error
  if (error.reason === 'timed_out' || error.reason === 'too_large') return new NodeFault(error.reason)
  return new NodeFault(error.reason === 'answer_encoded' ? 'malformed' : 'connection_failed')
}

/** JSON-RPC 2.0 §5: the same id, and a result or an error. */
function readResult(text: string, id: number): unknown {
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || answer.id !== id)
    throw new NodeFault('malformed')
  if ('error' in answer && answer.error != null) throw new NodeFault('error', codeOf(answer.error))
  if (!('result' in answer)) throw new NodeFault('malformed')
  return answer.result
}

const codeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && Number.isInteger(error.code)
    ? (error.code as number)
    : undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeFault('malformed')
  }
}

function readBlock(result: unknown, name: BlockName): Block {
  if (result === null) throw new NodeFault('no_block')
  if (typeof result !== 'object') throw new NodeFault('malformed')
  const { number, hash, timestamp } = result as Record<string, unknown>
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new NodeFault('malformed')
  const block: Block = {
    number: numberOf(number).toString(),
    hash: hash.toLowerCase() as Hex,
    at: Number(numberOf(timestamp)) * 1000,
  }
  if (name.startsWith('0x') && hexOf(block.number) !== name) throw new NodeFault('malformed')
  return block
}

/** No chain has a number beyond what can be counted exactly. */
function numberOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(value)) throw new NodeFault('malformed')
  const number = BigInt(value)
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new NodeFault('malformed')
  return number
}
