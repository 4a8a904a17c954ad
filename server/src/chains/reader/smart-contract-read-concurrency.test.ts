// Who may begin to read, while others do: what waits has not failed, and what nobody waits for has places of its own (THREATS S9).
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

/** A chain whose one slow contract answers when the test says so. */
function start(readMs: number) {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const outcomes: string[] = []
  let begun = 0
  const source: RpcDataSource = {
    name: 'the node',
    readHead: async () => {
      begun += 1
      return block
    },
    callContracts: async ({ calls }) => {
      if (calls.includes(slow)) await told
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
  return { read, tell, outcomes, begun: () => begun }
}

test('S9 who would begin with too little time is told that there are too many, and asks no node', async () => {
  const { read, tell, outcomes, begun } = start(60)
  const inside = Array.from({ length: foregroundChainReadConcurrency.maxConcurrent }, () => read(slow))
  expect(await Promise.all(Array.from({ length: 5 }, () => read(quick)))).toEqual(
    Array(5).fill('too many readings at once'),
  )
  expect([begun(), outcomes]).toEqual([foregroundChainReadConcurrency.maxConcurrent, Array(5).fill('busy')])
  tell()
  await Promise.all(inside)
  expect(await read(quick)).toEqual({ block, results: [{ outcome: 'no-code' }] })
})

test('S9 a flood of readings that people wait for leaves those in the background their places, and the other way round', async () => {
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
  expect(other.begun()).toBe(backgroundChainReadConcurrency.maxConcurrent + 1)
  other.tell()
  await Promise.all(behind)
})
