import { expect, test } from 'vitest'
import { createTestTranslator } from '../testing/create-test-translator.ts'
import { findTranslatedErrorMessage, getTranslatedProblemMessage } from './get-translated-error-message.ts'

const t = createTestTranslator('en')

const problem = {
  type: '/errors/chain.unavailable',
  code: 'chain.of_a_later_server',
  title: 'The chain cannot be read.',
  status: 503,
  detail: 'Try again in a moment.',
  instance: '01k4x9q0e5m3h7t2v8b6n1c0da',
  retry: true,
}

test('shows a known error code in the language of the page', () => {
  expect(getTranslatedProblemMessage(t, { ...problem, code: 'rate.limited' })).toEqual({
    title: 'Too many attempts.',
    action: 'Wait a minute, then try again.',
  })
})

test('shows the text of the server for an unknown error code', () => {
  expect(getTranslatedProblemMessage(t, problem)).toEqual({
    title: 'The chain cannot be read.',
    action: 'Try again in a moment.',
  })
})

test('does not treat names of object properties as error codes', () => {
  expect(
    ['constructor', '__proto__', '', 'rate', 'rate.toString', 'constructor.name'].map((code) =>
      findTranslatedErrorMessage(t, code),
    ),
  ).toEqual(Array(6).fill(null))
})

test('shows any message error to the signer as an altered message', () => {
  expect(findTranslatedErrorMessage(t, 'message.nonce_short')).toEqual({
    title: 'The message was changed in transit.',
    action: 'Try again. If this keeps happening, use a different wallet.',
  })
})
