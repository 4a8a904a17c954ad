// Tests of the values in application definitions.
import { expect, test } from 'vitest'
import {
  listApplicationDefinitionErrorsForTests,
  machineApplicationDefinition,
  minimalApplicationDefinitions,
} from '../../testing/minimal-application-definition-fixtures.ts'

const web = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }

test.each([
  ['a right-to-left override', 'Grafana\u202e'],
  ['a zero-width space', 'Gra\u200bfana'],
  ['an invisible filler', '\u3164'],
  ['braille without dots', '\u2800'],
  ['a line break', 'Gra\nfana'],
  ['a null character', 'Gra\0fana'],
  ['a lone surrogate', 'Gra\ud800fana'],
  ['a no-break space', 'My\u00a0Grafana'],
  ['stacked combining marks', `G${'\u0301'.repeat(8)}`],
  ['no characters', ''],
  ['two spaces in a row', 'My  Grafana'],
  ['more than 80 characters', 'ü'.repeat(81)],
])('refuses an application name with %s', (_, name) => {
  expect(listApplicationDefinitionErrorsForTests({ ...web, name })).toEqual([expect.stringMatching(/^name: must /)])
})

test.each(['Grafana', 'Bücher & Bücher', '東京タワー', 'מועדון', 'ü'.repeat(80), 'नमस्ते'])(
  'accepts an application name in any script: %s',
  (name) => {
    expect(listApplicationDefinitionErrorsForTests({ ...web, name })).toEqual([])
  },
)

test.each(['x', '-grafana', 'Grafana', 'gra fana', 'gra/fana', '../x', 'a'.repeat(65), 'ü1', 'constructor\0'])(
  'refuses the client ID %j',
  (id) => {
    expect(listApplicationDefinitionErrorsForTests({ ...web, id })).toHaveLength(1)
  },
)

test.each([
  [
    { ...web, redirectUris: [] },
    'redirectUris: must have at least one entry: the address that people are sent to after sign-in',
  ],
  [{ ...web, redirectUris: undefined }, 'redirectUris: is required'],
  [{ ...web, redirectUris: 'https://grafana.example/' }, 'redirectUris: must be a list'],
  [
    { ...web, redirectUris: Array.from({ length: 21 }, (_, index) => `https://grafana.example/${index}`) },
    'redirectUris: must not have more than 20 entries',
  ],
  [
    { ...machineApplicationDefinition, rotateRefreshTokens: true },
    'rotateRefreshTokens: must be false: without the grant type "refresh_token" there is no token to rotate',
  ],
  [
    { ...web, authentication: 'none' },
    'authentication: must not be "none" for an application of kind "web"; without a secret, use the kind "single-page" or "native"',
  ],
  [
    { ...web, grantTypes: ['refresh_token'], redirectUris: [], scopes: ['openid'] },
    'grantTypes: must contain "authorization_code" for an application of kind "web"',
  ],
  [
    { ...web, grantTypes: ['authorization_code'] },
    'scopes: must not contain "offline_access" without the grant type "refresh_token"',
  ],
  [
    { ...web, grantTypes: ['authorization_code', 'implicit'] },
    'grantTypes[1]: must be one of "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "client_credentials"',
  ],
  [{ ...web, scopes: ['profile'] }, 'scopes: must contain "openid": without it no one can sign in'],
  [
    { ...web, authentication: 'private_key_jwt' },
    'jwks: is required for "private_key_jwt" unless jwksUri is set; do not set both',
  ],
  [
    { ...web, jwksUri: 'https://grafana.example/jwks' },
    'jwksUri: must be null unless authentication is "private_key_jwt"',
  ],
  [
    { ...web, sectorIdentifierUri: 'http://localhost/sector' },
    'sectorIdentifierUri: must start with "https://" (OpenID Connect Core §8.1)',
  ],
  [
    { ...minimalApplicationDefinitions['single-page'], authentication: 'client_secret_basic' },
    'authentication: must be "none": every visitor could read a secret',
  ],
  [
    { ...minimalApplicationDefinitions['single-page'], pkce: 'nonce' },
    'pkce: must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  ],
  [
    { ...minimalApplicationDefinitions['single-page'], pkce: 'optional' },
    'pkce: must be "required" for an application without a secret (RFC 9700 §2.1.1)',
  ],
  [
    { ...minimalApplicationDefinitions['single-page'], introspection: ['https://api.example/'] },
    'introspection: must be "own" for an application that does not authenticate',
  ],
  [
    { ...minimalApplicationDefinitions['single-page'], redirectUris: ['example.board:/callback'] },
    'redirectUris[0]: must start with "https://"; only a native application may use a custom scheme',
  ],
  [
    { ...minimalApplicationDefinitions.device, redirectUris: ['https://tv.example/'] },
    'redirectUris: must be empty: no one is redirected to an application of kind "device"',
  ],
  [
    { ...minimalApplicationDefinitions.device, pushedRequestRequired: true },
    'pushedRequestRequired: must be false: only sign-ins in a browser use pushed requests (RFC 9126)',
  ],
  [
    { ...machineApplicationDefinition, scopes: ['openid'] },
    'scopes: must be empty: a machine receives no personal data; list what it may do in "resources"',
  ],
  [
    { ...machineApplicationDefinition, resources: [] },
    'resources: must name at least one service: an application of kind "machine" needs a service to call unless it may introspect the tokens of others',
  ],
  [
    { ...machineApplicationDefinition, authentication: 'none' },
    'authentication: must not be "none" for an application of kind "machine"; without a secret, use the kind "single-page" or "native"',
  ],
  [
    { ...machineApplicationDefinition, grantTypes: ['client_credentials', 'refresh_token'] },
    'grantTypes: must not contain "refresh_token" for an application of kind "machine"',
  ],
  [
    {
      ...machineApplicationDefinition,
      resources: [
        { resource: 'https://service.example/', scopes: [] },
        { resource: 'https://service.example/', scopes: [] },
      ],
    },
    'resources[1]: must not be listed twice',
  ],
  [
    { ...machineApplicationDefinition, resources: ['https://service.example/'] },
    'resources[0]: must be an object with "resource" and "scopes"',
  ],
  [
    { ...web, postLogoutUris: ['https://grafana.example/#'] },
    'postLogoutUris[0]: must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)',
  ],
  [
    { ...web, backchannelLogoutUri: 'http://grafana.example/logout' },
    'backchannelLogoutUri: must start with "https://"; plain http is allowed only for localhost, 127.0.0.1 and [::1]',
  ],
])('refuses the application definition %j', (input, message) => {
  expect(listApplicationDefinitionErrorsForTests(input)).toContain(message)
})
