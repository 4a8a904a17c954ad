import { expect, test } from 'vitest'
import { formatApplicationDefinitionErrorLine } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition, GrantType } from './application-definition-types.ts'
import {
  validateSectorIdentifierDocument,
  validateSectorIdentifierHost,
  derivePairwiseSector,
} from './pairwise-sector-identifier.ts'

const parts = (redirectUris: string[], changes: Partial<ApplicationDefinition> = {}) => ({
  id: 'app',
  redirectUris,
  grantTypes: ['authorization_code', 'refresh_token'] as GrantType[],
  sectorIdentifierUri: null,
  ...changes,
})

test.each([
  ['one host', parts(['https://app.example/a', 'https://app.example:8443/b']), 'app.example'],
  ['two hosts', parts(['https://app.example/a', 'https://other.example/a']), 'application:app'],
  ['a loopback redirect', parts(['http://localhost:8080/a']), 'application:app'],
  ['a loopback redirect and a host', parts(['https://app.example/a', 'http://localhost/a']), 'application:app'],
  ['a custom scheme', parts(['example.app://app.example/a']), 'application:app'],
  ['no redirect', parts([]), 'application:app'],
  [
    'a grant type that proves no host',
    parts(['https://app.example/a'], {
      grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    }),
    'application:app',
  ],
  [
    'a sector identifier',
    parts(['https://app.example/a', 'https://other.example/a'], { sectorIdentifierUri: 'https://sector.example/list' }),
    'sector.example',
  ],
])('derives the pairwise sector of an application with %s', (_, definition, sector) => {
  expect(derivePairwiseSector(definition)).toBe(sector)
})

const listed = parts(['https://app.example/a', 'https://other.example/a'], {
  sectorIdentifierUri: 'https://sector.example/list',
})

test.each([
  [
    'lists all redirect URIs',
    async () => ['https://app.example/a', 'https://other.example/a', 'https://third.example/'],
    [],
  ],
  [
    'lists only one redirect URI',
    async () => ['https://app.example/a'],
    ['sectorIdentifierUri: does not list https://other.example/a'],
  ],
  [
    'lists only a prefix',
    async () => ['https://app.example/a', 'https://other.example/'],
    ['sectorIdentifierUri: does not list https://other.example/a'],
  ],
  [
    'is not a list',
    async () => ({ 0: 'https://app.example/a' }),
    ['sectorIdentifierUri: must be the address of a JSON list of redirect addresses (OpenID Connect Core §8.1)'],
  ],
  [
    'cannot be read',
    async () => Promise.reject(new Error('timed out')),
    ['sectorIdentifierUri: cannot be read: timed out'],
  ],
])('validates a sector identifier document that %s', async (_, fetchJson, errors) => {
  expect((await validateSectorIdentifierDocument(listed, fetchJson)).map(formatApplicationDefinitionErrorLine)).toEqual(
    errors,
  )
})

test('no document is fetched for an application without a sector identifier', async () => {
  const asked: string[] = []
  expect(
    await validateSectorIdentifierDocument(parts(['https://app.example/a']), async (url) => void asked.push(url)),
  ).toEqual([])
  expect(asked).toEqual([])
})

test('a sector identifier cannot move an application to another sector', () => {
  expect(validateSectorIdentifierHost('sector.example', listed)).toEqual([])
  expect(validateSectorIdentifierHost('app.example', listed).map(formatApplicationDefinitionErrorLine)).toEqual([
    'sectorIdentifierUri: must stay on the host "app.example", or the application would treat everyone as a new user',
  ])
  expect(validateSectorIdentifierHost('app.example', { ...listed, sectorIdentifierUri: null })).toEqual([])
})

test('O32: the sector of a product contains its applications of all kinds, and cannot be a host', () => {
  const web = parts(['https://app.example/a'])
  for (const input of [web, parts(['example.app:/callback']), { ...web, redirectUris: [] }])
    expect(derivePairwiseSector({ ...input, product: 'shop' })).toBe('product:shop')
  expect(derivePairwiseSector({ ...web, product: null })).toBe('app.example')
  expect(URL.canParse('https://product:shop/')).toBe(false)
})
