import { expect, test } from 'vitest'
import { createTestApplicationDefinition } from '../../testing/test-application-definitions.ts'
import { validateDefinitionCombinations } from './validate-definition-combinations.ts'
import { preserveStoredMembers } from './preserve-stored-members.ts'

test('an existing application keeps the PKCE setting that a file does not name', () => {
  const before = createTestApplicationDefinition({ pkce: 'required' })
  expect(preserveStoredMembers(before, createTestApplicationDefinition(), ['id', 'name']).pkce).toBe('required')
  expect(preserveStoredMembers(before, createTestApplicationDefinition({ pkce: 'nonce' }), ['pkce']).pkce).toBe('nonce')
})

test('an existing application keeps the ID token algorithm that a file does not name', () => {
  const before = createTestApplicationDefinition({ idTokenAlgorithm: 'ES256' })
  expect(preserveStoredMembers(before, createTestApplicationDefinition(), ['id', 'name']).idTokenAlgorithm).toBe(
    'ES256',
  )
  expect(preserveStoredMembers(before, createTestApplicationDefinition(), ['idTokenAlgorithm']).idTokenAlgorithm).toBe(
    'RS256',
  )
})

test('an existing application that becomes public requires PKCE, whatever is stored', () => {
  const before = createTestApplicationDefinition({ pkce: 'optional' })
  expect(preserveStoredMembers(before, createTestApplicationDefinition({ kind: 'single-page' }), ['kind']).pkce).toBe(
    'required',
  )
})

test('a new confidential application accepts a nonce instead of PKCE', () => {
  expect(preserveStoredMembers(undefined, createTestApplicationDefinition(), []).pkce).toBe('nonce')
})

test('an existing application that follows FAPI 2.0 from now on keeps nothing that contradicts it', () => {
  const before = createTestApplicationDefinition({ pkce: 'optional', idTokenAlgorithm: 'RS256' })
  const written = { profile: 'fapi2', jwksUri: 'https://app.example/jwks' } as const
  const kept = preserveStoredMembers(before, createTestApplicationDefinition(written), Object.keys(written))
  expect(kept).toMatchObject({ profile: 'fapi2', pkce: 'required', idTokenAlgorithm: 'ES256' })
  expect(validateDefinitionCombinations(kept)).toEqual([])
})

test('an application whose file no longer names a security profile has none, and not a part of it', () => {
  const before = createTestApplicationDefinition({ profile: 'fapi2', jwksUri: 'https://app.example/jwks' })
  const kept = preserveStoredMembers(before, createTestApplicationDefinition(), ['id', 'name', 'kind'])
  expect(kept).toMatchObject({ profile: 'none', authentication: 'client_secret_basic' })
  expect(validateDefinitionCombinations(kept)).toEqual([])
})
