import type { ApplicationPreset } from '../application-preset-types.ts'

export const miniflux: ApplicationPreset = {
  id: 'miniflux',
  name: 'Miniflux',
  category: 'knowledge',
  description: 'Feed reader.',
  settingsLocation: 'its environment',
  address: 'https://feeds.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/oidc/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'ES256',
    requires: [{ claim: 'preferred_username', reason: 'Miniflux creates your username from it.' }],
  },
  reasons: {
    requires: 'Without it, Miniflux shows its sign-in page again without a message and logs "oidc: username is empty".',
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'OAUTH2_PROVIDER',
      value: 'oidc',
    },
    {
      name: 'OAUTH2_OIDC_DISCOVERY_ENDPOINT',
      value: '{issuer}',
      explanation: 'Without `/.well-known/openid-configuration`.',
    },
    {
      name: 'OAUTH2_OIDC_PROVIDER_NAME',
      value: 'Countersign',
    },
    {
      name: 'OAUTH2_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OAUTH2_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OAUTH2_REDIRECT_URL',
      value: '{redirect}',
    },
    {
      name: 'OAUTH2_USER_CREATION',
      value: '1',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'It reads only userinfo. PKCE and ES256 need no configuration.',
    'The username of a new account is `preferred_username`. Later sign-ins are matched by `sub`.',
    '**A local account with the same name** blocks the sign-in ("This user already exists.") until it is linked: sign in to it with its password, then link it in *Settings*.',
    '**Restricting access**: restrict the application here (`--allowed-group`). A Countersign page explains the refusal. Back at Miniflux, people who were refused or declined see its sign-in page without a message.',
  ],
  verification: { how: 'script' },
}
