// Limits on concurrent chain reads (THREATS S9).
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainBlock, ContractCall, ChainReadResult, ChainReadOptions } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import {
  backgroundChainReadConcurrency,
  createChainReadConcurrencyLimit,
  foregroundChainReadConcurrency,
} from './chain-read-concurrency-limit.ts'
import { readSmartContracts, waitForTimeoutOrAbort } from './read-smart-contracts.ts'
import type { RpcDataSource } from './rpc-data-source.ts'

const block: ChainBlock = { number: '7', hash: `0x${'ab'.repeat(32)}`, at: 0 }
const slow: ContractCall = { to: `0x${'ee'.repeat(20)}`, data: '0x' }
const quick: ContractCall = { to: `0x${'11'.repeat(20)}`, data: '0x' }

function start(readMs: number) {
  const { promise: slowCallsReleased, resolve: tell } = Promise.withResolvers<void>()
  const outcomes: string[] = []
  let headReadCount = 0
  const source: RpcDataSource = {
    name: 'the node',
    readHead: async () => {
      headReadCount += 1
      return block
    },
    callContracts: async ({ calls }) => {
      if (calls.includes(slow)) await slowCallsReleased
      return { chainId: '1', simulated: false, answers: calls.map(() => ({ outcome: 'no-code' })) }
    },
  }
  const metrics = { recordRead: (_chain: string, _questions: number, outcome: string) => void outcomes.push(outcome) }
  const context = {
    chainId: '1',
    sources: [source],
    foregroundLimit: createChainReadConcurrencyLimit(foregroundChainReadConcurrency),
    backgroundLimit: createChainReadConcurrencyLimit(backgroundChainReadConcurrency),
    readMs,
    clock: () => 0,
    metrics,
    wait: waitForTimeoutOrAbort,
  }
  const read = (question: ContractCall, options: ChainReadOptions = {}): Promise<ChainReadResult | string> =>
    readSmartContracts(context, [question], options).catch((error: unknown) =>
      error instanceof ChainUnavailableError ? error.reason : Promise.reject(error as Error),
    )
  return { read, tell, outcomes, getHeadReadCount: () => headReadCount }
}

test('S9: a queued chain read with too little time left fails as busy, without a node request', async () => {
  const { read, tell, outcomes, getHeadReadCount } = start(60)
  const inside = Array.from({ length: foregroundChainReadConcurrency.maxConcurrent }, () => read(slow))
  expect(await Promise.all(Array.from({ length: 5 }, () => read(quick)))).toEqual(
    Array(5).fill('too many concurrent chain reads'),
  )
  expect([getHeadReadCount(), outcomes]).toEqual([foregroundChainReadConcurrency.maxConcurrent, Array(5).fill('busy')])
  tell()
  await Promise.all(inside)
  expect(await read(quick)).toEqual({ block, results: [{ outcome: 'no-code' }] })
})

test('S9: foreground and background chain reads do not exhaust each other', async () => {
  const { read, tell } = start(60_000)
  const flood = Array.from({ length: foregroundChainReadConcurrency.maxConcurrent + 20 }, () => read(slow))
  expect(await read(quick, { background: true })).toEqual({ block, results: [{ outcome: 'no-code' }] })
  tell()
  await Promise.all(flood)

  const other = start(60_000)
  const behind = Array.from({ length: backgroundChainReadConcurrency.maxConcurrent + 20 }, () =>
    other.read(slow, { background: true }),
  )
  expect(await other.read(quick)).toEqual({ block, results: [{ outcome: 'no-code' }] })
  expect(other.getHeadReadCount()).toBe(backgroundChainReadConcurrency.maxConcurrent + 1)
  other.tell()
  await Promise.all(behind)
})
