// Karakeep: bookmarks and pages to keep.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const karakeep: ApplicationPreset = {
  id: 'karakeep',
  name: 'Karakeep',
  description: 'Bookmarks and pages to keep.',
  settingsLocation: 'its environment',
  address: 'https://keep.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/callback/custom'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
    claimsIn: 'id-token',
  },
  reasons: {
    claimsIn: 'It reads the ID token.',
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'alias',
  signOut: 'own',
  settings: [
    {
      name: 'NEXTAUTH_URL',
      value: '{address}',
    },
    {
      name: 'OAUTH_WELLKNOWN_URL',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'OAUTH_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OAUTH_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OAUTH_PROVIDER_NAME',
      value: 'Countersign',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: ['It was called Hoarder before.'],
  verification: {
    how: 'written',
    version: '0.26.0',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for Karakeep, tried there with 0.26.0'],
  },
}
