// Miniflux: a reader of feeds.
import type { Program } from '../program.ts'

export const miniflux: Program = {
  id: 'miniflux',
  name: 'Miniflux',
  about: 'A reader of feeds.',
  where: 'its environment',
  address: 'https://feeds.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/oidc/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'ES256',
  },
  because: {
    idTokenAlgorithm: 'It reads userinfo, and accepts the algorithms of the discovery document.',
  },
  email: 'unused',
  settings: [
    {
      name: 'OAUTH2_PROVIDER',
      value: 'oidc',
    },
    {
      name: 'OAUTH2_OIDC_DISCOVERY_ENDPOINT',
      value: '{issuer}',
      about: 'Without `/.well-known/openid-configuration`.',
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
  form: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'People have to share their name: the user name is `preferred_username`, else `email`, `name` or `profile`, and with none of them it is refused ("oidc: username is empty"). Afterwards they are known by `sub`.',
    'It reads userinfo alone. PKCE and ES256 need no setting.',
  ],
  tried: {
    how: 'written',
    version: '2.2.8',
    on: '2026-11-23',
    from: [
      'its source (`internal/oauth2`)',
      'its manual page',
      'the settings that Authelia publishes for Miniflux, tried there with 2.2.8',
    ],
  },
}
