import type { ApplicationPreset } from '../application-preset-types.ts'

export const trino: ApplicationPreset = {
  id: 'trino',
  name: 'Trino',
  category: 'data',
  description: 'SQL query engine: its web interface and its command line.',
  settingsLocation: 'etc/config.properties on the coordinator',
  address: 'https://trino.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/callback'],
    postLogoutUris: ['{address}/ui/logout/logout.html'],
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    pkce: 'optional',
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    pkce: 'Trino does not use PKCE.',
    claimsIn: 'Trino reads claims from tokens, not from userinfo.',
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'http-server.authentication.type', value: 'oauth2' },
    { name: 'web-ui.authentication.type', value: 'oauth2' },
    { name: 'http-server.authentication.oauth2.issuer', value: '{issuer}' },
    { name: 'http-server.authentication.oauth2.client-id', value: '{client_id}' },
    { name: 'http-server.authentication.oauth2.client-secret', value: '{client_secret}' },
    { name: 'http-server.authentication.oauth2.scopes', value: '{scopes_comma}' },
    {
      name: 'http-server.authentication.oauth2.refresh-tokens',
      value: 'true',
      explanation: 'This also requires `offline_access`. Without both, people sign in again every five minutes.',
    },
    {
      name: 'http-server.authentication.oauth2.principal-field',
      value: 'sub',
      explanation:
        'The Trino user. Not every token has a username, so `preferred_username` would refuse people without one.',
    },
    { name: 'http-server.authentication.oauth2.groups-field', value: 'groups' },
  ],
  settingsFormat: { as: 'lines', language: 'properties', line: 'NAME=VALUE' },
  notes: [
    'Trino itself requires https and a shared secret (`internal-communication.shared-secret`).',
    'A refused sign-in is shown as "OAuth2 unknown error code: invalid_request".',
    '**Groups** become Trino groups, which its access control rules can use.',
    '**Command line**: run `trino --server {address} --external-authentication`.',
  ],
  verification: {
    how: 'by-hand',
    version: '476',
    on: '2026-11-27',
    what: 'two sign-ins in the web interface, without a refresh token, which Trino logged as a problem; groups and principal from the documentation',
  },
}
