// What a sensitive call comes to when the server wants the person to confirm first.
import { expect, test } from 'vitest'
import type { ApiCaller } from '../../../api/api-client.ts'
import { createCallApiWithStepUp } from './use-call-api-with-step-up.ts'

const required = { ok: false, problem: { code: 'step_up.required', retry: false } }
const unlinked = { ok: true, answer: { signedOut: false } }

/** A server that gives these answers one after the other, and what it was asked. */
function createFakeServer(...answers: readonly unknown[]): { send: ApiCaller; asked: unknown[] } {
  const asked: unknown[] = []
  const send = (...request: unknown[]) => {
    asked.push(request)
    return Promise.resolve(answers[asked.length - 1])
  }
  return { send: send as ApiCaller, asked }
}

const unlink = (call: ApiCaller) => call('unlinkWallet', { params: { id: 'w' } })

test('what is not refused asks nobody', async () => {
  const { send, asked } = createFakeServer(unlinked)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.reject(new Error('asked'))))
  expect(result).toEqual(unlinked)
  expect(asked).toHaveLength(1)
})

test('P5 what needs a confirmation goes on once it is there, as it was', async () => {
  const { send, asked } = createFakeServer(required, unlinked)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.resolve(true)))
  expect(result).toEqual(unlinked)
  expect(asked).toEqual([
    ['unlinkWallet', { params: { id: 'w' } }],
    ['unlinkWallet', { params: { id: 'w' } }],
  ])
})

test('a person who does not confirm has cancelled, and the server is not asked again', async () => {
  const { send, asked } = createFakeServer(required)
  const result = await unlink(createCallApiWithStepUp(send, () => Promise.resolve(false)))
  expect(result).toEqual({ ok: false, problem: { code: 'network.cancelled', retry: true } })
  expect(asked).toHaveLength(1)
})

test('a server that refuses again after the confirmation is not asked for ever', async () => {
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

test('another refusal is handed on', async () => {
  const last = { ok: false, problem: { code: 'sign_in_method.last', retry: false } }
  const { send } = createFakeServer(last)
  expect(await unlink(createCallApiWithStepUp(send, () => Promise.resolve(true)))).toEqual(last)
})
