import type { ChainBlock } from '@countersign/proof/chain-reader'
import { describe, expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createGuardedRpcNode } from './guarded-rpc-node.ts'
import { RpcNodeError } from './rpc-node-error.ts'
import type { ChainNodeErrorReason } from './rpc-node-error.ts'
import type { RpcNodeClient } from './rpc-node-client.ts'

const now = Date.parse('2026-01-15T12:00:00Z')
const block: ChainBlock = { number: '7', hash: `0x${'ab'.repeat(32)}`, at: now }
const never = new AbortController().signal
const part = { calls: [{ to: `0x${'11'.repeat(20)}`, data: '0x' }], deployment: undefined } as const

/** What multicall.sol returns on this chain, of one address without code. */
const returnedOn = (chainId: number): string =>
  `0x${chainId.toString(16).padStart(64, '0')}${'0'.repeat(64)}01${'0'.repeat(62)}${'0'.repeat(64)}`

function guard(changed: Partial<RpcNodeClient>) {
  const failures: ChainNodeErrorReason[] = []
  const circuitBreaker = createCircuitBreaker(() => now)
  const honest: RpcNodeClient = {
    readChainId: async () => '8453',
    readBlock: async () => block,
    simulate: async () => returnedOn(8453),
  }
  const options = {
    name: 'the node',
    chainId: '8453',
    staleMs: 60_000,
    finalStaleMs: 7_200_000,
    multicallLimits: { gas: 5_000_000, bytes: 4096 },
    clock: () => now,
    circuitBreaker,
  }
  return {
    failures,
    breaker: circuitBreaker,
    node: createGuardedRpcNode(
      { ...honest, ...changed },
      { ...options, recordFailure: (reason) => failures.push(reason) },
    ),
  }
}

/** Fails so often, and then answers. */
function failing<Result>(
  times: number,
  reason: ChainNodeErrorReason,
  result: Result,
): { calls: () => number; work: () => Promise<Result> } {
  let calls = 0
  return {
    calls: () => calls,
    work: async () => {
      calls += 1
      if (calls <= times) throw new RpcNodeError(reason)
      return result
    },
  }
}

describe('S9 a block that is not yet known everywhere behind one address', () => {
  test('is asked about once more', async () => {
    const simulate = failing(1, 'error', returnedOn(8453))
    const { node, failures } = guard({ simulate: simulate.work })
    expect((await node.callContracts(part, block, never)).answers).toEqual([{ outcome: 'no-code' }])
    expect([simulate.calls(), failures]).toEqual([2, []])
  })

  test('and no more than that, and not where there is no time for it', async () => {
    const simulate = failing(9, 'error', '')
    const { node, failures } = guard({ simulate: simulate.work })
    await expect(node.callContracts(part, block, never)).rejects.toThrow('answered with an error')
    expect(simulate.calls()).toBe(2)
    await expect(node.callContracts(part, block, AbortSignal.timeout(20))).rejects.toThrow('answered with an error')
    expect([simulate.calls(), failures]).toEqual([3, ['error', 'error']])
  })

  test.each<ChainNodeErrorReason>(['timed_out', 'connection_failed', 'malformed', 'too_large'])(
    'but not where the node fails otherwise: %s',
    async (reason) => {
      const simulate = failing(1, reason, returnedOn(8453))
      const { node } = guard({ simulate: simulate.work })
      await expect(node.callContracts(part, block, never)).rejects.toThrow(RpcNodeError)
      expect(simulate.calls()).toBe(1)
    },
  )
})

describe('S9 the chain of a node', () => {
  test('is asked for once, and again only after a failure', async () => {
    const readChainId = failing(1, 'timed_out', '8453')
    const { node } = guard({ readChainId: readChainId.work })
    await expect(node.readHead('latest', never)).rejects.toThrow('did not answer in time')
    for (let count = 0; count < 3; count += 1) expect(await node.readHead('latest', never)).toEqual(block)
    expect(readChainId.calls()).toBe(2)
  })

  test('is looked at in every answer of contracts', async () => {
    const { node, failures } = guard({ simulate: async () => returnedOn(1) })
    await expect(node.callContracts(part, block, never)).rejects.toThrow('is a node of another chain')
    expect(failures).toEqual(['wrong_chain'])
  })
})

test('S3 a node is not left alone for what contracts make of its calls, also of many at once', async () => {
  const { node } = guard({ simulate: failing(99, 'connection_failed', '').work })
  await node.readHead('latest', never)
  await Promise.allSettled(Array.from({ length: 20 }, () => node.callContracts(part, block, never)))
  expect([node.isAvailable(), await node.readHead('latest', never)]).toEqual([false, block])
})

test.each([
  [60_000, true],
  [60_001, false],
  [-60_000, true],
  [-60_001, false],
])('S9 a newest block of %i ms ago is believed: %s', async (age, isBelieved) => {
  const { node } = guard({ readBlock: async () => ({ ...block, at: now - age }) })
  expect(
    await node.readHead('latest', never).then(
      () => true,
      () => false,
    ),
  ).toBe(isBelieved)
})

test.each([
  [60_001, true],
  [7_200_000, true],
  [7_200_001, false],
])('S9 what is final may be older than that, but not of any age: %i ms, believed: %s', async (age, isBelieved) => {
  const { node, failures } = guard({
    readBlock: async (name) => ({ ...block, at: name === 'finalized' ? now - age : now }),
  })
  expect(await node.readHead('finalized', never).then(({ at }) => at, String)).toEqual(
    isBelieved ? now - age : 'RpcNodeError: has made no block final for too long',
  )
  expect(failures).toEqual(isBelieved ? [] : ['stale_final'])
  // It is still good for whoever asks about now.
  expect([await node.readHead('latest', never), node.isAvailable()]).toEqual([block, false])
})
