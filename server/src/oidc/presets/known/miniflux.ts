// Miniflux: a reader of feeds.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const miniflux: ApplicationPreset = {
  id: 'miniflux',
  name: 'Miniflux',
  description: 'A reader of feeds.',
  settingsLocation: 'its environment',
  address: 'https://feeds.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/oidc/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'ES256',
    requires: [{ claim: 'preferred_username', reason: 'Miniflux makes your user name there from it.' }],
  },
  reasons: {
    requires:
      'Without it Miniflux shows its sign-in page again and says nothing; its log has "oidc: username is empty".',
    idTokenAlgorithm: 'It was run with ES256.',
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
    'It reads userinfo alone. PKCE and ES256 need no setting.',
    'The user name of a new account is `preferred_username`; later sign-ins go by `sub`.',
    '**A local account of the same name** keeps a person out ("This user already exists.") until it is linked: sign in to it with its password, then link it in *Settings*.',
    '**Only some people**: restrict the application here (`--allowed-group`). A page of Countersign tells a refused person why. Back at Miniflux, they and whoever declines see its sign-in page without a message.',
  ],
  verification: { how: 'script' },
}
