import type { ChainBlock } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import type { RpcHttpClient } from '../../platform/outbound/rpc-http-client.ts'
import { OutboundHttpError } from '../../platform/outbound/outbound-http-error.ts'
import { RpcNodeError } from './rpc-node-error.ts'
import { createRpcNodeClient } from './rpc-node-client.ts'

interface Sent {
  id: number
  method: string
  params: unknown[]
}

/** Creates a node whose answer is sent unchanged if it is text, and otherwise as JSON. */
function nodeOf(answer: (sent: Sent) => unknown, status = 200) {
  const sent: Sent[] = []
  const channel: RpcHttpClient = {
    send: async ({ body }) => {
      const request = JSON.parse(body) as Sent
      sent.push(request)
      const text = answer(request)
      return { status, headers: {}, body: Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)) }
    },
  }
  return { node: createRpcNodeClient(channel), sent }
}

const never = new AbortController().signal
const hash = `0x${'ab'.repeat(32)}`
const block: ChainBlock = { number: '255', hash: `0x${'ab'.repeat(32)}`, at: 0 }

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof RpcNodeError) return error.message
  throw error ?? new Error('There was no fault.')
}

test('an RPC node client sends JSON-RPC 2.0 requests, each with a new ID', async () => {
  const { node, sent } = nodeOf(({ id, method }) => ({
    jsonrpc: '2.0',
    id,
    result:
      method === 'eth_chainId'
        ? '0x2105'
        : method === 'eth_call'
          ? '0xbeef'
          : { number: '0xff', hash: hash.toUpperCase().replace('X', 'x'), timestamp: '0x10', transactions: [] },
  }))
  expect(await node.readChainId(never)).toBe('8453')
  expect(await node.readBlock('finalized', never)).toEqual({ number: '255', hash, at: 16_000 })
  expect(await node.readBlock('0xff', never)).toEqual({ number: '255', hash, at: 16_000 })
  expect(await node.simulate('0x1234', 100_000, block, never)).toBe('0xbeef')
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    { jsonrpc: '2.0', id: 2, method: 'eth_getBlockByNumber', params: ['finalized', false] },
    { jsonrpc: '2.0', id: 3, method: 'eth_getBlockByNumber', params: ['0xff', false] },
    { jsonrpc: '2.0', id: 4, method: 'eth_call', params: [{ data: '0x1234', gas: '0x186a0' }, '0xff'] },
  ])
})

describe('S9: an RPC response is rejected', () => {
  test.each<[string, (sent: Sent) => unknown, string]>([
    ['if it is not JSON', () => 'busy', 'answered with a malformed response'],
    ['if it is empty', () => '', 'answered with a malformed response'],
    ['if it is an array', ({ id }) => [{ id, result: '0x1' }], 'answered with a malformed response'],
    ['if it is null', () => 'null', 'answered with a malformed response'],
    [
      'if its ID is of another request',
      ({ id }) => ({ id: id + 1, result: '0x1' }),
      'answered with a malformed response',
    ],
    [
      'if its ID has another type',
      ({ id }) => ({ id: String(id), result: '0x1' }),
      'answered with a malformed response',
    ],
    ['if it has no result', ({ id }) => ({ id }), 'answered with a malformed response'],
    [
      'if it is an error',
      ({ id }) => ({ id, error: { code: -32_000, message: 'http://127.0.0.1/secret-key' } }),
      'answered with an error (-32000)',
    ],
    [
      'if it has both an error and a result',
      ({ id }) => ({ id, result: '0x1', error: { code: 3 } }),
      'answered with an error (3)',
    ],
    ['if its error has an unexpected form', ({ id }) => ({ id, error: 'secret-key' }), 'answered with an error'],
    [
      'if its error code has an unexpected type',
      ({ id }) => ({ id, error: { code: 'secret-key' } }),
      'answered with an error',
    ],
    ['if its chain ID has no 0x prefix', ({ id }) => ({ id, result: '1' }), 'answered with a malformed response'],
    ['if its chain ID is a JSON number', ({ id }) => ({ id, result: 1 }), 'answered with a malformed response'],
    ['if its chain ID has no digits', ({ id }) => ({ id, result: '0x' }), 'answered with a malformed response'],
    [
      'if its chain ID is beyond the safe integers',
      ({ id }) => ({ id, result: '0x20000000000000' }),
      'answered with a malformed response',
    ],
  ])('%s', async (_name, answer, message) => {
    expect(await faultOf(nodeOf(answer).node.readChainId(never))).toBe(message)
  })

  test.each<[string, object | null, string]>([
    ['that the node does not have', null, 'does not have the block'],
    ['without a hash', { number: '0xff', timestamp: '0x1' }, 'answered with a malformed response'],
    ['with a malformed hash', { number: '0xff', timestamp: '0x1', hash: '0x12' }, 'answered with a malformed response'],
    ['with a malformed timestamp', { number: '0xff', timestamp: 'now', hash }, 'answered with a malformed response'],
    ['with another number', { number: '0xfe', timestamp: '0x1', hash }, 'answered with a malformed response'],
  ])('for a block %s', async (_name, result, message) => {
    expect(await faultOf(nodeOf(({ id }) => ({ id, result })).node.readBlock('0xff', never))).toBe(message)
  })

  test('if its HTTP status is not 200', async () => {
    expect(await faultOf(nodeOf(({ id }) => ({ id, result: '0x1' }), 503).node.readChainId(never))).toBe(
      'answered with an HTTP status other than 200 (503)',
    )
  })

  test.each([
    ['timed_out', 'did not answer in time'],
    ['too_large', 'answered with too much data'],
    ['answer_encoded', 'answered with a malformed response'],
    ['certificate_refused', 'could not be reached'],
    ['connection_failed', 'could not be reached'],
    ['connection_stale', 'could not be reached'],
  ] as const)('if the HTTP client reports %s', async (reason, message) => {
    const node = createRpcNodeClient({ send: () => Promise.reject(new OutboundHttpError(reason, 'chain', 'node 1')) })
    expect(await faultOf(node.readChainId(never))).toBe(message)
  })

  test('but an internal error passes through unchanged', async () => {
    const node = createRpcNodeClient({ send: () => Promise.reject(new TypeError('a mistake')) })
    await expect(node.readChainId(never)).rejects.toThrow(TypeError)
  })
})
