import { expect, test } from 'vitest'
import type { ApiCaller } from '../../../api/api-client.ts'
import { createCallApiWithStepUp } from './use-call-api-with-step-up.ts'

const required = { ok: false, problem: { code: 'step_up.required', retry: false } }
const unlinked = { ok: true, answer: { signedOut: false } }

function createFakeServer(...answers: readonly unknown[]): { send: ApiCaller; asked: unknown[] } {
  const asked: unknown[] = []
  const send = (...request: unknown[]) => {
    asked.push(request)
    return Promise.resolve(answers[asked.length - 1])
  }
  return { send: send as ApiCaller, asked }
}

const unlink = (call: ApiCaller) => call('unlinkWallet', { params: { id: 'w' } })

test('a successful call does not ask for a step-up', async () => {
  const { send, asked } = createFakeServer(unlinked)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.reject(new Error('asked'))))
  expect(result).toEqual(unlinked)
  expect(asked).toHaveLength(1)
})

test('P5: a call that requires step-up is repeated unchanged after the confirmation', async () => {
  const { send, asked } = createFakeServer(required, unlinked)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.resolve(true)))
  expect(result).toEqual(unlinked)
  expect(asked).toEqual([
    ['unlinkWallet', { params: { id: 'w' } }],
    ['unlinkWallet', { params: { id: 'w' } }],
  ])
})

test('declining the step-up cancels the call without another request', async () => {
  const { send, asked } = createFakeServer(required)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.resolve(false)))
  expect(result).toEqual({ ok: false, problem: { code: 'network.cancelled', retry: true } })
  expect(asked).toHaveLength(1)
})

test('a call refused again after the step-up is not retried', async () => {
  const { send, asked } = createFakeServer(required, required)
  let questions = 0
  const result = await unlink(
    createCallApiWithStepUp(send, async () => {
      questions += 1
      return true
    }),
  )
  expect(result).toEqual(required)
  expect([asked.length, questions]).toEqual([2, 1])
})

test('a refusal other than a required step-up is returned unchanged', async () => {
  const last = { ok: false, problem: { code: 'sign_in_method.last', retry: false } }
  const { send } = createFakeServer(last)
  expect(await unlink(createCallApiWithStepUp(send, () => Promise.resolve(true)))).toEqual(last)
})
