// BookStack: a wiki in books and chapters.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const bookstack: ApplicationPreset = {
  id: 'bookstack',
  name: 'BookStack',
  description: 'A wiki in books and chapters.',
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
      'It understands nothing else: "Only RS256 signature validation is supported. Token reports using ES256".',
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
    'People are known by `sub`; `OIDC_EXTERNAL_ID_CLAIM` says otherwise. PKCE needs no setting.',
    '**Groups**: `OIDC_USER_TO_GROUPS=true`, `OIDC_GROUPS_CLAIM=groups` and `OIDC_ADDITIONAL_SCOPES=groups`, and `groups` among the scopes here; a role of BookStack is given to members of the group of the same name.',
    '`OIDC_END_SESSION_ENDPOINT=true` makes signing out end the session at Countersign as well, by its discovery document; then register `--post-logout {address}` and `--post-logout {address}/`.',
    'A person who shares no name is shown by their `sub`.',
  ],
  verification: {
    how: 'written',
    version: '25.07',
    on: '2026-11-23',
    from: [
      'its source (`app/Access/Oidc`)',
      'the settings that Authelia publishes for BookStack, tried there with 25.07',
    ],
  },
}
