import type { ApplicationPreset } from '../application-preset-types.ts'

export const seafile: ApplicationPreset = {
  id: 'seafile',
  name: 'Seafile',
  category: 'files',
  description: 'Files.',
  settingsLocation: 'seahub_settings.py',
  address: 'https://files.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth/callback/'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
  },
  reasons: {
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'ENABLE_OAUTH',
      value: 'True',
    },
    {
      name: 'OAUTH_ENABLE_INSECURE_TRANSPORT',
      value: 'False',
    },
    {
      name: 'OAUTH_CLIENT_ID',
      value: '"{client_id}"',
    },
    {
      name: 'OAUTH_CLIENT_SECRET',
      value: '"{client_secret}"',
    },
    {
      name: 'OAUTH_REDIRECT_URL',
      value: '"{redirect}"',
    },
    {
      name: 'OAUTH_PROVIDER_DOMAIN',
      value: '"{issuer_host}"',
    },
    {
      name: 'OAUTH_AUTHORIZATION_URL',
      value: '"{issuer}/authorize"',
    },
    {
      name: 'OAUTH_TOKEN_URL',
      value: '"{issuer}/token"',
    },
    {
      name: 'OAUTH_USER_INFO_URL',
      value: '"{issuer}/userinfo"',
    },
    {
      name: 'OAUTH_SCOPE',
      value: '[{scopes_list}]',
    },
    {
      name: 'OAUTH_ATTRIBUTE_MAP',
      value: '{"sub": (True, "uid"), "name": (False, "name")}',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'python',
    line: 'NAME = VALUE',
  },
  notes: [
    'It uses plain OAuth 2.0: it reads userinfo and no ID token.',
    'It may need the Python package `requests_oauthlib`.',
  ],
  verification: {
    how: 'written',
    version: '10.0.1',
    on: '2026-11-23',
    from: ['Authelia’s guide for Seafile, tested there with 10.0.1'],
  },
}
