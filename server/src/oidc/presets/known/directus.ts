import type { ApplicationPreset } from '../application-preset-types.ts'

export const directus: ApplicationPreset = {
  id: 'directus',
  name: 'Directus',
  category: 'data',
  description: 'Data platform with an admin app and an API.',
  settingsLocation: 'its environment',
  address: 'https://data.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/login/countersign/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm: 'Its library expects RS256 unless `AUTH_COUNTERSIGN_CLIENT_ID_TOKEN_SIGNED_RESPONSE_ALG` is set.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'PUBLIC_URL',
      value: '"{address}"',
    },
    {
      name: 'AUTH_PROVIDERS',
      value: '"countersign"',
    },
    {
      name: 'AUTH_COUNTERSIGN_DRIVER',
      value: '"openid"',
    },
    {
      name: 'AUTH_COUNTERSIGN_CLIENT_ID',
      value: '"{client_id}"',
    },
    {
      name: 'AUTH_COUNTERSIGN_CLIENT_SECRET',
      value: '"{client_secret}"',
    },
    {
      name: 'AUTH_COUNTERSIGN_ISSUER_URL',
      value: '"{issuer}/.well-known/openid-configuration"',
    },
    {
      name: 'AUTH_COUNTERSIGN_SCOPE',
      value: '"{scopes}"',
    },
    {
      name: 'AUTH_COUNTERSIGN_IDENTIFIER_KEY',
      value: '"sub"',
    },
    {
      name: 'AUTH_COUNTERSIGN_ALLOW_PUBLIC_REGISTRATION',
      value: '"true"',
    },
    {
      name: 'AUTH_COUNTERSIGN_DEFAULT_ROLE_ID',
      value: '"THE_ID_OF_A_ROLE"',
    },
    {
      name: 'AUTH_COUNTERSIGN_LABEL',
      value: '"Countersign"',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    '`AUTH_COUNTERSIGN_ROLE_MAPPING` maps [groups](../groups.md) to roles, with the scope `groups` on both sides.',
    'Older versions do not pass on `iss` and reject the response ("iss missing from the response", directus/directus#18008): upgrade.',
    'PKCE needs no configuration.',
  ],
  verification: {
    how: 'written',
    version: 'documentation at 19cffa4f',
    on: '2026-11-23',
    from: ['its documentation ("Authentication & SSO")', 'its source (`auth/drivers/openid`)'],
  },
}
