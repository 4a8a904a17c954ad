// Who may begin to read, while others do: what waits has not failed, and what nobody waits for has places of its own (THREATS S9).
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Block, Question, Reading, ReadOptions } from '@countersign/proof/chain-reader'
import { expect, test } from 'vitest'
import { backLimit, createConcurrencyLimit, frontLimit } from './concurrency-limit.ts'
import { readChain, waitFor } from './read-chain.ts'
import type { Source } from './source.ts'

const block: Block = { number: '7', hash: `0x${'ab'.repeat(32)}`, at: 0 }
const slow: Question = { to: `0x${'ee'.repeat(20)}`, data: '0x' }
const quick: Question = { to: `0x${'11'.repeat(20)}`, data: '0x' }

/** A chain whose one slow contract answers when the test says so. */
function start(readMs: number) {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const outcomes: string[] = []
  let begun = 0
  const source: Source = {
    name: 'the node',
    readHead: async () => {
      begun += 1
      return block
    },
    ask: async ({ questions }) => {
      if (questions.includes(slow)) await told
      return { chainId: '1', simulated: false, answers: questions.map(() => ({ outcome: 'no-code' })) }
    },
  }
  const metrics = { noteReading: (_chain: string, _questions: number, outcome: string) => void outcomes.push(outcome) }
  const world = {
    chainId: '1',
    sources: [source],
    front: createConcurrencyLimit(frontLimit),
    back: createConcurrencyLimit(backLimit),
    readMs,
    clock: () => 0,
    metrics,
    wait: waitFor,
  }
  const read = (question: Question, options: ReadOptions = {}): Promise<Reading | string> =>
    readChain(world, [question], options).catch((error: unknown) =>
      error instanceof ChainUnavailable ? error.reason : Promise.reject(error as Error),
    )
  return { read, tell, outcomes, begun: () => begun }
}

test('S9 who would begin with too little time is told that there are too many, and asks no node', async () => {
  const { read, tell, outcomes, begun } = start(60)
  const inside = Array.from({ length: frontLimit.places }, () => read(slow))
  expect(await Promise.all(Array.from({ length: 5 }, () => read(quick)))).toEqual(
    Array(5).fill('too many readings at once'),
  )
  expect([begun(), outcomes]).toEqual([frontLimit.places, Array(5).fill('busy')])
  tell()
  await Promise.all(inside)
  expect(await read(quick)).toEqual({ block, answers: [{ outcome: 'no-code' }] })
})

test('S9 a flood of readings that people wait for leaves those in the background their places, and the other way round', async () => {
  const { read, tell } = start(60_000)
  const flood = Array.from({ length: frontLimit.places + 20 }, () => read(slow))
  expect(await read(quick, { background: true })).toEqual({ block, answers: [{ outcome: 'no-code' }] })
  tell()
  await Promise.all(flood)

  const other = start(60_000)
  const behind = Array.from({ length: backLimit.places + 20 }, () => other.read(slow, { background: true }))
  expect(await other.read(quick)).toEqual({ block, answers: [{ outcome: 'no-code' }] })
  expect(other.begun()).toBe(backLimit.places + 1)
  other.tell()
  await Promise.all(behind)
})
