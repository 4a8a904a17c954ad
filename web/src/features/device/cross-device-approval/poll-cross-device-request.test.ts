import { expect, test } from 'vitest'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApiResult } from '../../../api/api-client.ts'
import { pollCrossDeviceRequest } from './poll-cross-device-request.ts'
import type { OpenedCrossDeviceRequestState } from './cross-device-approval-reducer.ts'

type Result = ApiResult<ApiEndpointOutput<'followCrossDevice'>>

const statusResult = (state: OpenedCrossDeviceRequestState): Result => ({ ok: true, answer: { state, until: null } })
const offline: Result = { ok: false, problem: { code: 'network.offline', retry: true } }
const over: Result = {
  ok: false,
  problem: { code: 'cross_device.ended', status: 404, title: '', detail: '', retry: false, instance: '' } as never,
}
const limited: Result = {
  ok: false,
  problem: { code: 'rate.limited', retry: true, retryAfterSeconds: 30 } as never,
}

async function pollWith(
  known: OpenedCrossDeviceRequestState | undefined,
  answers: readonly (readonly [Result, number])[],
): Promise<string[]> {
  const said: string[] = []
  const leaving = new AbortController()
  const left = [...answers]
  let now = 0
  await pollCrossDeviceRequest(known, {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
      said.push(`wait ${milliseconds}`)
    },
    fetchStatus: async (state) => {
      said.push(`ask ${state}`)
      const [result, milliseconds] = left.shift() ?? [over, 0]
      now += milliseconds
      if (left.length === 0 && result.ok) leaving.abort()
      return result
    },
    onStatus: ({ state }) => said.push(`status ${state}`),
    onEnded: () => said.push('ended'),
    onError: (problem) => said.push(`error ${problem?.code ?? 'gone'}`),
    signal: leaving.signal,
  })
  return said
}

test('reports a new cross-device status and polls again immediately', async () => {
  expect(
    await pollWith('answered', [
      [statusResult('answered'), 15_000],
      [statusResult('taken'), 300],
      [over, 15_000],
    ]),
  ).toEqual(['ask answered', 'ask answered', 'status taken', 'ask taken', 'ended'])
})

test('reports the first cross-device status when none is known', async () => {
  expect(
    await pollWith(undefined, [
      [statusResult('taken'), 5],
      [over, 20],
    ]),
  ).toEqual(['ask undefined', 'status taken', 'ask taken', 'ended'])
})

test('waits between polls when the server cannot hold the connection open', async () => {
  expect(
    await pollWith('opened', [
      [statusResult('opened'), 20],
      [statusResult('opened'), 15_000],
      [over, 20],
    ]),
  ).toEqual(['ask opened', 'wait 2000', 'ask opened', 'ask opened', 'ended'])
})

test('reports a poll error after the second failure and clears it on recovery', async () => {
  expect(
    await pollWith('opened', [
      [offline, 0],
      [statusResult('opened'), 9000],
      [offline, 0],
      [limited, 0],
      [statusResult('opened'), 9000],
      [over, 1],
    ]),
  ).toEqual([
    'ask opened',
    'wait 2000',
    'ask opened',
    'error gone',
    'ask opened',
    'wait 2000',
    'ask opened',
    'error rate.limited',
    'wait 30000',
    'ask opened',
    'error gone',
    'ask opened',
    'ended',
  ])
})

test('reports nothing after polling is aborted', async () => {
  expect(await pollWith('answered', [[statusResult('taken'), 10]])).toEqual(['ask answered'])
})
