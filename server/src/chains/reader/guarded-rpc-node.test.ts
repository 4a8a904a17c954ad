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

/** The result of multicall.sol for one address without code. */
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

describe('S9: a call at a block that some backends of an RPC node may not have yet', () => {
  test('is retried once after an error', async () => {
    const simulate = failing(1, 'error', returnedOn(8453))
    const { node, failures } = guard({ simulate: simulate.work })
    expect((await node.callContracts(part, block, never)).answers).toEqual([{ outcome: 'no-code' }])
    expect([simulate.calls(), failures]).toEqual([2, []])
  })

  test('is retried at most once, and not at all if too little time is left', async () => {
    const simulate = failing(9, 'error', '')
    const { node, failures } = guard({ simulate: simulate.work })
    await expect(node.callContracts(part, block, never)).rejects.toThrow('answered with an error')
    expect(simulate.calls()).toBe(2)
    await expect(node.callContracts(part, block, AbortSignal.timeout(20))).rejects.toThrow('answered with an error')
    expect([simulate.calls(), failures]).toEqual([3, ['error', 'error']])
  })

  test.each<ChainNodeErrorReason>(['timed_out', 'connection_failed', 'malformed', 'too_large'])(
    'is not retried after another failure: %s',
    async (reason) => {
      const simulate = failing(1, reason, returnedOn(8453))
      const { node } = guard({ simulate: simulate.work })
      await expect(node.callContracts(part, block, never)).rejects.toThrow(RpcNodeError)
      expect(simulate.calls()).toBe(1)
    },
  )
})

describe('S9: the chain ID of an RPC node', () => {
  test('is requested once, and again only after a failure', async () => {
    const readChainId = failing(1, 'timed_out', '8453')
    const { node } = guard({ readChainId: readChainId.work })
    await expect(node.readHead('latest', never)).rejects.toThrow('did not answer in time')
    for (let count = 0; count < 3; count += 1) expect(await node.readHead('latest', never)).toEqual(block)
    expect(readChainId.calls()).toBe(2)
  })

  test('is checked in every contract call result', async () => {
    const { node, failures } = guard({ simulate: async () => returnedOn(1) })
    await expect(node.callContracts(part, block, never)).rejects.toThrow('is a node of a different chain')
    expect(failures).toEqual(['wrong_chain'])
  })
})

test('S3: many failed contract calls do not stop an RPC node from serving head blocks', async () => {
  const { node } = guard({ simulate: failing(99, 'connection_failed', '').work })
  await node.readHead('latest', never)
  await Promise.allSettled(Array.from({ length: 20 }, () => node.callContracts(part, block, never)))
  expect([node.isCircuitOpen(), await node.readHead('latest', never)]).toEqual([false, block])
})

test.each([
  [60_000, true],
  [60_001, false],
  [-60_000, true],
  [-60_001, false],
])('S9: a latest block that is %i ms old is accepted: %s', async (age, isBelieved) => {
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
])('S9: a finalized block may be older, up to a limit: %i ms old, accepted: %s', async (age, isBelieved) => {
  const { node, failures } = guard({
    readBlock: async (name) => ({ ...block, at: name === 'finalized' ? now - age : now }),
  })
  expect(await node.readHead('finalized', never).then(({ at }) => at, String)).toEqual(
    isBelieved ? now - age : 'RpcNodeError: has not finalized a block recently enough',
  )
  expect(failures).toEqual(isBelieved ? [] : ['stale_final'])
  expect([await node.readHead('latest', never), node.isCircuitOpen()]).toEqual([block, false])
})
