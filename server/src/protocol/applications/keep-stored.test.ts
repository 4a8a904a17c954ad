import { expect, test } from 'vitest'
import { testDefinition } from '../../testing/test-definitions.ts'
import { keepStored } from './keep-stored.ts'

test('an existing application keeps the PKCE setting that a file does not name', () => {
  const before = testDefinition({ pkce: 'required' })
  expect(keepStored(before, testDefinition(), ['id', 'name']).pkce).toBe('required')
  expect(keepStored(before, testDefinition({ pkce: 'nonce' }), ['pkce']).pkce).toBe('nonce')
})

test('an existing application keeps the ID token algorithm that a file does not name', () => {
  const before = testDefinition({ idTokenAlgorithm: 'ES256' })
  expect(keepStored(before, testDefinition(), ['id', 'name']).idTokenAlgorithm).toBe('ES256')
  expect(keepStored(before, testDefinition(), ['idTokenAlgorithm']).idTokenAlgorithm).toBe('RS256')
})

test('an existing application that becomes public requires PKCE, whatever is stored', () => {
  const before = testDefinition({ pkce: 'optional' })
  expect(keepStored(before, testDefinition({ kind: 'single-page' }), ['kind']).pkce).toBe('required')
})

test('a new confidential application accepts a nonce instead of PKCE', () => {
  expect(keepStored(undefined, testDefinition(), []).pkce).toBe('nonce')
})
