// Adding nodes never makes a chain less available (THREATS S14).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainBlock, ContractCall } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import { createChainReadConcurrencyLimit } from './chain-read-concurrency-limit.ts'
import { RpcNodeError } from './rpc-node-error.ts'
import { createRpcNodeLatencyEstimator, computeRpcHedgeDelayMs } from './rpc-hedge-delay.ts'
import { readSmartContracts } from './read-smart-contracts.ts'
import { supersededRpcReadAbortReason } from './rpc-data-source.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

const block: ChainBlock = { number: '7', hash: `0x${'ab'.repeat(32)}`, at: 0 }
const question: ContractCall = { to: `0x${'11'.repeat(20)}`, data: '0x' }

function start(count: number) {
  const nodes = Array.from({ length: count }, (_, index) => {
    const head = Promise.withResolvers<ChainBlock>()
    const node = { asked: false, signal: null as AbortSignal | null, strain: 0 as 0 | 1 | 2, head }
    const source: RpcDataSource = {
      name: `node ${index + 1}`,
      readHead: async (_at, signal) => {
        node.asked = true
        node.signal = signal
        return head.promise
      },
      callContracts: async ({ calls }) => ({
        chainId: '1',
        simulated: false,
        answers: calls.map(() => ({ outcome: 'no-code' })),
      }),
      healthRank: () => node.strain,
      latencyEstimator: createRpcNodeLatencyEstimator(),
    }
    return { ...node, node, source }
  })
  const waits: { ms: number; end: () => void }[] = []
  const limit = { maxConcurrent: 10, maxQueued: 10 }
  const read = () =>
    readSmartContracts(
      {
        chainId: '1',
        sources: nodes.map(({ source }) => source),
        foregroundLimit: createChainReadConcurrencyLimit(limit),
        backgroundLimit: createChainReadConcurrencyLimit(limit),
        readMs: 3000,
        clock: () => 0,
        metrics: { recordRead: () => undefined },
        wait: (ms) => {
          const { promise, resolve } = Promise.withResolvers<null>()
          waits.push({ ms, end: () => resolve(null) })
          return promise
        },
      },
      [question],
      {},
    ).catch((error: unknown) =>
      error instanceof ChainUnavailableError ? error.reason : Promise.reject(error as Error),
    )
  const asked = () => nodes.map(({ node }) => node.asked)
  return { nodes, waits, read, asked }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('S14: a slow node is hedged with the next one, and the first answer wins', async () => {
  const { nodes, waits, read, asked } = start(3)
  const reading = read()
  await settle()
  expect(asked()).toEqual([true, false, false])
  waits[0]?.end()
  await settle()
  expect(asked()).toEqual([true, true, false])
  nodes[1]?.head.resolve(block)
  expect(await reading).toMatchObject({ block })
  expect(nodes[0]?.node.signal?.reason).toBe(supersededRpcReadAbortReason)
  expect(asked()).toEqual([true, true, false])
})

test('S14: after a node fails, the next is queried at once; a read fails only if all nodes fail', async () => {
  const { nodes, read, asked } = start(2)
  const reading = read()
  await settle()
  nodes[0]?.head.reject(new RpcNodeError('connection_failed'))
  await settle()
  expect(asked()).toEqual([true, true])
  nodes[1]?.head.reject(new RpcNodeError('stale'))
  expect(await reading).toBe('node 1 could not be reached; node 2 has fallen behind its chain, or its clock is wrong')
})

test('S14: a slow answer still counts after other nodes were queried', async () => {
  const { nodes, waits, read } = start(2)
  const reading = read()
  await settle()
  waits[0]?.end()
  await settle()
  nodes[1]?.head.reject(new RpcNodeError('connection_failed'))
  await settle()
  nodes[0]?.head.resolve(block)
  expect(await reading).toMatchObject({ block })
})

test('S14: healthy nodes are queried before recently failed ones, and paused ones last', async () => {
  const { nodes, read, asked } = start(3)
  for (const [index, strain] of ([2, 1, 0] as const).entries()) {
    const { node } = nodes[index] as (typeof nodes)[number]
    node.strain = strain
  }
  const reading = read()
  await settle()
  expect(asked()).toEqual([false, false, true])
  nodes[2]?.head.resolve(block)
  await reading
})

test('S14: the hedge delay follows the usual latency, but leaves time for the other nodes', () => {
  const patience = createRpcNodeLatencyEstimator()
  expect(patience.estimateMs()).toBeNull()
  for (let count = 0; count < 50; count++) patience.recordLatency(200)
  const usual = patience.estimateMs() ?? 0
  expect(usual).toBeGreaterThanOrEqual(200)
  expect(usual).toBeLessThan(210)
  const wait = (usualMs: number | null, others: number) => computeRpcHedgeDelayMs(usualMs, { readMs: 3000, others })
  expect([wait(usual, 2), wait(null, 1), wait(null, 2), wait(null, 9), wait(5, 2), wait(5000, 9)]).toEqual([
    usual,
    1800,
    900,
    600,
    100,
    600,
  ])
})
