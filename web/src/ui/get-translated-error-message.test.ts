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

test('a code of the catalogue has the words of the page’s language', () => {
  expect(getTranslatedProblemMessage(t, { ...problem, code: 'rate.limited' })).toEqual({
    title: 'Too many attempts.',
    action: 'Wait a minute, then try again.',
  })
})

test('a code that this page does not know yet has the server’s own words', () => {
  expect(getTranslatedProblemMessage(t, problem)).toEqual({
    title: 'The chain cannot be read.',
    action: 'Try again in a moment.',
  })
})

test('the name of something every object has is no code', () => {
  expect(
    ['constructor', '__proto__', '', 'rate', 'rate.toString', 'constructor.name'].map((code) =>
      findTranslatedErrorMessage(t, code),
    ),
  ).toEqual(Array(6).fill(null))
})

test('whatever is wrong with a message, whoever signs is told that it was altered', () => {
  expect(findTranslatedErrorMessage(t, 'message.nonce_short')).toEqual({
    title: 'The message was altered on its way.',
    action: 'Try again; if it stays, use another wallet.',
  })
})
