import type { ApplicationPreset } from '../application-preset-types.ts'

export const bookstack: ApplicationPreset = {
  id: 'bookstack',
  name: 'BookStack',
  category: 'knowledge',
  description: 'Wiki organized in books and chapters.',
  settingsLocation: 'its .env',
  address: 'https://books.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oidc/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'It supports nothing else: "Only RS256 signature validation is supported. Token reports using ES256".',
  },
  email: 'alias',
  signOut: 'own',
  settings: [
    {
      name: 'AUTH_METHOD',
      value: 'oidc',
    },
    {
      name: 'AUTH_AUTO_INITIATE',
      value: 'false',
    },
    {
      name: 'OIDC_NAME',
      value: 'Countersign',
    },
    {
      name: 'OIDC_ISSUER',
      value: '{issuer}',
    },
    {
      name: 'OIDC_ISSUER_DISCOVER',
      value: 'true',
    },
    {
      name: 'OIDC_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OIDC_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OIDC_DISPLAY_NAME_CLAIMS',
      value: 'name',
    },
    {
      name: 'OIDC_END_SESSION_ENDPOINT',
      value: 'false',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'Accounts are matched by `sub`, unless `OIDC_EXTERNAL_ID_CLAIM` sets another claim. PKCE needs no configuration.',
    '**Groups**: set `OIDC_USER_TO_GROUPS=true`, `OIDC_GROUPS_CLAIM=groups` and `OIDC_ADDITIONAL_SCOPES=groups`, and add `groups` to the scopes here. Members of a group get the BookStack role of the same name.',
    'With `OIDC_END_SESSION_ENDPOINT=true`, signing out also ends the session at Countersign (endpoint from the discovery document); then register `--post-logout {address}` and `--post-logout {address}/`.',
    'People who do not share a name are shown as their `sub`.',
  ],
  verification: {
    how: 'written',
    version: '25.07',
    on: '2026-11-23',
    from: ['its source (`app/Access/Oidc`)', 'Authelia’s guide for BookStack, tested there with 25.07'],
  },
}
