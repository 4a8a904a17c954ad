import type { ApplicationPreset } from '../application-preset-types.ts'

export const karakeep: ApplicationPreset = {
  id: 'karakeep',
  name: 'Karakeep',
  category: 'knowledge',
  description: 'Bookmarks and archived pages.',
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
    claimsIn: 'It reads claims from the ID token.',
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
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
  notes: ['Formerly named Hoarder.'],
  verification: {
    how: 'written',
    version: '0.26.0',
    on: '2026-11-23',
    from: ['Authelia’s guide for Karakeep, tested there with 0.26.0'],
  },
}
