import { expect, test } from 'vitest'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { validateApplicationFieldCombinations } from './validate-application-field-combinations.ts'
import { preserveStoredApplicationFields } from './preserve-stored-application-fields.ts'

test('an existing application keeps a PKCE setting that the file omits', () => {
  const before = createTestApplicationDefinition({ pkce: 'required' })
  expect(preserveStoredApplicationFields(before, createTestApplicationDefinition(), ['id', 'name']).pkce).toBe(
    'required',
  )
  expect(
    preserveStoredApplicationFields(before, createTestApplicationDefinition({ pkce: 'nonce' }), ['pkce']).pkce,
  ).toBe('nonce')
})

test('an existing application keeps an ID token algorithm that the file omits', () => {
  const before = createTestApplicationDefinition({ idTokenAlgorithm: 'ES256' })
  expect(
    preserveStoredApplicationFields(before, createTestApplicationDefinition(), ['id', 'name']).idTokenAlgorithm,
  ).toBe('ES256')
  expect(
    preserveStoredApplicationFields(before, createTestApplicationDefinition(), ['idTokenAlgorithm']).idTokenAlgorithm,
  ).toBe('RS256')
})

test('an existing application that becomes public requires PKCE, whatever is stored', () => {
  const before = createTestApplicationDefinition({ pkce: 'optional' })
  expect(
    preserveStoredApplicationFields(before, createTestApplicationDefinition({ kind: 'single-page' }), ['kind']).pkce,
  ).toBe('required')
})

test('a new confidential application accepts a nonce instead of PKCE', () => {
  expect(preserveStoredApplicationFields(undefined, createTestApplicationDefinition(), []).pkce).toBe('nonce')
})

test('an existing application that switches to FAPI 2.0 keeps no conflicting settings', () => {
  const before = createTestApplicationDefinition({ pkce: 'optional', idTokenAlgorithm: 'RS256' })
  const written = { profile: 'fapi2', jwksUri: 'https://app.example/jwks' } as const
  const kept = preserveStoredApplicationFields(before, createTestApplicationDefinition(written), Object.keys(written))
  expect(kept).toMatchObject({ profile: 'fapi2', pkce: 'required', idTokenAlgorithm: 'ES256' })
  expect(validateApplicationFieldCombinations(kept)).toEqual([])
})

test('an application whose file omits the security profile loses the whole profile', () => {
  const before = createTestApplicationDefinition({ profile: 'fapi2', jwksUri: 'https://app.example/jwks' })
  const kept = preserveStoredApplicationFields(before, createTestApplicationDefinition(), ['id', 'name', 'kind'])
  expect(kept).toMatchObject({ profile: 'none', authentication: 'client_secret_basic' })
  expect(validateApplicationFieldCombinations(kept)).toEqual([])
})

test('an existing application keeps a product that the file omits, unless another setting excludes it', () => {
  const before = createTestApplicationDefinition({ product: 'shop' })
  const productAfter = (change: Parameters<typeof createTestApplicationDefinition>[0], named: string[]) =>
    preserveStoredApplicationFields(before, createTestApplicationDefinition(change), named).product
  expect(productAfter({}, ['id', 'name'])).toBe('shop')
  expect(productAfter({ product: null }, ['product'])).toBe(null)
  expect(productAfter({ subjectType: 'public' }, ['subjectType'])).toBe(null)
})
