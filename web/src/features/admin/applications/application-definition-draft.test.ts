import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import {
  findApplicationDefinitionErrorAt,
  omitErrorsOfChangedMembers,
  fillApplicationDefinitionPlaceholders,
  translateApplicationDefinitionError,
  omitEmptyApplicationDefinitionFields,
} from './application-definition-draft.ts'

test('omits empty fields of a definition and trims addresses', () => {
  const draft = {
    name: 'Wiki ',
    redirectUris: ['', ' https://wiki.example/callback ', ''],
    uri: ' ',
    backchannelLogoutUri: null,
    chains: ['1', ''],
  }
  expect(omitEmptyApplicationDefinitionFields(draft)).toEqual({
    name: 'Wiki ',
    redirectUris: ['https://wiki.example/callback'],
    uri: null,
    backchannelLogoutUri: null,
    chains: ['1'],
  })
})

test('maps an error to its form field even when empty fields before it were omitted', () => {
  const draft = { redirectUris: ['', 'https://good.example', 'http://bad.example'] }
  const errors = [
    { path: 'redirectUris[1]', message: 'must start with "https://"', code: 'address_https' as const, values: {} },
  ]
  expect([0, 1, 2].map((place) => findApplicationDefinitionErrorAt(errors, draft, 'redirectUris', place))).toEqual([
    null,
    null,
    errors[0],
  ])
})

test('translates a definition error and appends its translated reason, if any', () => {
  const unread = (values: Record<string, string>) => ({
    path: 'sectorIdentifierUri',
    message: `cannot be read: ${values['reason']}`,
    code: 'sector_unreadable' as const,
    values,
  })
  const unnamed = unread({ reason: 'The request to app.example failed.', outbound: 'name_unknown' })
  const refused = unread({ reason: 'the other server answered 404' })
  const [english, german] = [createTestTranslator('en'), createTestTranslator('de')]
  expect([unnamed, refused].map((fault) => translateApplicationDefinitionError(english, fault))).toEqual([
    'It cannot be read: the host name cannot be resolved.',
    'It cannot be read: the other server answered 404.',
  ])
  expect([unnamed, refused].map((fault) => translateApplicationDefinitionError(german, fault))).toEqual([
    'Sie ist nicht lesbar: den Namen des Servers gibt es nicht. Dort muss eine JSON-Liste stehen, etwa ["https://app.example/callback"].',
    'Sie ist nicht lesbar. Dort muss eine JSON-Liste stehen, etwa ["https://app.example/callback"].',
  ])
})

test('fills template placeholders and omits fields whose placeholder is still empty', () => {
  const definition = {
    id: 'grafana',
    redirectUris: ['{address}/login/generic_oauth'],
    backchannelLogoutUri: '{address}/logout',
    scopes: ['openid'],
    maxAgeSeconds: null,
  }
  expect(fillApplicationDefinitionPlaceholders(definition, { address: '' })).toEqual({
    id: 'grafana',
    redirectUris: [],
    backchannelLogoutUri: null,
    scopes: ['openid'],
    maxAgeSeconds: null,
  })
  expect(fillApplicationDefinitionPlaceholders(definition, { address: 'https://grafana.example/' })).toMatchObject({
    redirectUris: ['https://grafana.example/login/generic_oauth'],
    backchannelLogoutUri: 'https://grafana.example/logout',
  })
})

test('an error disappears as soon as its member changes, before the next check', () => {
  const error = (path: string) => ({ path, message: 'is wrong', code: 'address_empty' as const, values: {} })
  const errors = [error('name'), error('redirectUris[0]'), error('')]
  const checked = { name: '', redirectUris: ['http://a.example'] }
  const paths = (draft: Record<string, unknown>) =>
    omitErrorsOfChangedMembers(errors, checked, draft).map(({ path }) => path)
  expect(paths(checked)).toEqual(['name', 'redirectUris[0]', ''])
  expect(paths({ ...checked, name: 'Wiki' })).toEqual(['redirectUris[0]', ''])
  expect(paths({ ...checked, redirectUris: ['https://a.example'] })).toEqual(['name', ''])
})
