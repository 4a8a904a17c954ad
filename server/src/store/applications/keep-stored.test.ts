import { expect, test } from 'vitest'
import { testDefinition } from '../../testing/test-definitions.ts'
import { checkTogether } from './check-together.ts'
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

test('an existing application that follows FAPI 2.0 from now on keeps nothing that contradicts it', () => {
  const before = testDefinition({ pkce: 'optional', idTokenAlgorithm: 'RS256' })
  const written = { profile: 'fapi2', jwksUri: 'https://app.example/jwks' } as const
  const kept = keepStored(before, testDefinition(written), Object.keys(written))
  expect(kept).toMatchObject({ profile: 'fapi2', pkce: 'required', idTokenAlgorithm: 'ES256' })
  expect(checkTogether(kept)).toEqual([])
})

test('an application whose file no longer names a security profile has none, and not a part of it', () => {
  const before = testDefinition({ profile: 'fapi2', jwksUri: 'https://app.example/jwks' })
  const kept = keepStored(before, testDefinition(), ['id', 'name', 'kind'])
  expect(kept).toMatchObject({ profile: 'none', authentication: 'client_secret_basic' })
  expect(checkTogether(kept)).toEqual([])
})
