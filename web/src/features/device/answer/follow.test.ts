import { expect, test } from 'vitest'
import type { CallAnswer } from '@countersign/api/calls'
import type { ResultOf } from '../../../api/api.ts'
import { follow } from './follow.ts'
import type { ServerState } from './stage.ts'

type Result = ResultOf<CallAnswer<'followCrossDevice'>>

const told = (state: ServerState): Result => ({ ok: true, answer: { state, until: null } })
const offline: Result = { ok: false, problem: { code: 'network.offline', retry: true } }
const over: Result = {
  ok: false,
  problem: { code: 'cross_device.over', status: 404, title: '', detail: '', retry: false, instance: '' } as never,
}
const limited: Result = {
  ok: false,
  problem: { code: 'rate.limited', retry: true, retryAfterSeconds: 30 } as never,
}

/** Follows with answers that are given, each after a time. The last one ends it. @returns what happened, in order */
async function run(known: ServerState | undefined, answers: readonly (readonly [Result, number])[]): Promise<string[]> {
  const said: string[] = []
  const leaving = new AbortController()
  const left = [...answers]
  let now = 0
  await follow(known, {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
      said.push(`wait ${milliseconds}`)
    },
    ask: async (state) => {
      said.push(`ask ${state}`)
      const [result, milliseconds] = left.shift() ?? [over, 0]
      now += milliseconds
      if (left.length === 0 && result.ok) leaving.abort()
      return result
    },
    onTold: ({ state }) => said.push(`told ${state}`),
    onOver: () => said.push('over'),
    onTrouble: (problem) => said.push(`trouble ${problem?.code ?? 'gone'}`),
    signal: leaving.signal,
  })
  return said
}

test('what is new is told, and asked on from at once', async () => {
  expect(
    await run('answered', [
      [told('answered'), 15_000],
      [told('taken'), 300],
      [over, 15_000],
    ]),
  ).toEqual(['ask answered', 'ask answered', 'told taken', 'ask taken', 'over'])
})

test('who knows nothing yet is told', async () => {
  expect(
    await run(undefined, [
      [told('taken'), 5],
      [over, 20],
    ]),
  ).toEqual(['ask undefined', 'told taken', 'ask taken', 'over'])
})

test('a server that cannot hold the question is given a rest', async () => {
  expect(
    await run('opened', [
      [told('opened'), 20],
      [told('opened'), 15_000],
      [over, 20],
    ]),
  ).toEqual(['ask opened', 'wait 2000', 'ask opened', 'ask opened', 'over'])
})

test('trouble is told from the second time on, and when it is gone', async () => {
  expect(
    await run('opened', [
      [offline, 0],
      [told('opened'), 9000],
      [offline, 0],
      [limited, 0],
      [told('opened'), 9000],
      [over, 1],
    ]),
  ).toEqual([
    'ask opened',
    'wait 2000',
    'ask opened',
    'trouble gone',
    'ask opened',
    'wait 2000',
    'ask opened',
    'trouble rate.limited',
    'wait 30000',
    'ask opened',
    'trouble gone',
    'ask opened',
    'over',
  ])
})

test('who follows no more is told nothing', async () => {
  expect(await run('answered', [[told('taken'), 10]])).toEqual(['ask answered'])
})
