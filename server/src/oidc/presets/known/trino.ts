// Trino: SQL over many sources.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const trino: ApplicationPreset = {
  id: 'trino',
  name: 'Trino',
  description: 'SQL over many sources; its web interface, and its command line by the browser.',
  settingsLocation: 'etc/config.properties of the coordinator',
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
    pkce: 'Trino sends no PKCE.',
    claimsIn: 'Trino goes by tokens.',
    idTokenAlgorithm: 'ES256 was run.',
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
      explanation: 'With `offline_access`; without both, people sign in again every five minutes.',
    },
    {
      name: 'http-server.authentication.oauth2.principal-field',
      value: 'sub',
      explanation:
        'The user of Trino. User names are not in every token, so that `preferred_username` refuses who has none.',
    },
    { name: 'http-server.authentication.oauth2.groups-field', value: 'groups' },
  ],
  settingsFormat: { as: 'lines', language: 'properties', line: 'NAME=VALUE' },
  notes: [
    'Trino demands https for itself, and a shared secret (`internal-communication.shared-secret`).',
    'A refused sign-in is shown as "OAuth2 unknown error code: invalid_request".',
    '**Groups** become groups of Trino, for its access rules.',
    'The command line: `trino --server {address} --external-authentication`.',
  ],
  verification: {
    how: 'by-hand',
    version: '476',
    on: '2026-11-27',
    what: 'two sign-ins by the web interface, without a refresh token, which Trino’s log complained about; groups and principal from the documentation',
  },
}
