import type { ApplicationPreset } from '../application-preset-types.ts'

export const openWebui: ApplicationPreset = {
  id: 'open-webui',
  name: 'Open WebUI',
  category: 'data',
  description: 'Chat interface for language models.',
  settingsLocation: 'its environment',
  address: 'https://ai.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth/oidc/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
    postLogoutUris: ['{address}/auth'],
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
  },
  email: 'alias',
  signOut: 'both',
  settings: [
    {
      name: 'WEBUI_URL',
      value: '{address}',
    },
    {
      name: 'ENABLE_OAUTH_SIGNUP',
      value: 'true',
    },
    {
      name: 'OAUTH_MERGE_ACCOUNTS_BY_EMAIL',
      value: 'false',
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
      name: 'OPENID_PROVIDER_URL',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'OPENID_REDIRECT_URI',
      value: '{redirect}',
    },
    {
      name: 'OAUTH_PROVIDER_NAME',
      value: 'Countersign',
    },
    {
      name: 'OAUTH_SCOPES',
      value: '"{scopes} email"',
    },
    {
      name: 'WEBUI_AUTH_SIGNOUT_REDIRECT_URL',
      value: '{address}/auth',
      explanation:
        'Signing out redirects to the `end_session_endpoint` of the discovery document automatically; without this line, people stay there.',
    },
    {
      name: 'OAUTH_CODE_CHALLENGE_METHOD',
      value: 'S256',
      explanation: 'PKCE is off by default. It makes a stolen authorization code useless.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'Open WebUI copies these settings to its database at the first start; set `ENABLE_OAUTH_PERSISTENT_CONFIG=false` to keep using the environment variables afterwards.',
    '**Roles**: set `ENABLE_OAUTH_ROLE_MANAGEMENT=true`, `OAUTH_ROLES_CLAIM=groups`, and `OAUTH_ALLOWED_ROLES` and `OAUTH_ADMIN_ROLES` with [group](../groups.md) IDs, and add the scope `groups` on both sides.',
    '**Back-channel logout**, from 0.8: set `ENABLE_OAUTH_BACKCHANNEL_LOGOUT=true` and a Redis server (`REDIS_URL`), then register `--backchannel-logout {address}/oauth/backchannel-logout`.',
  ],
  verification: {
    how: 'written',
    version: '0.6.13',
    on: '2026-11-23',
    from: [
      'its documentation ("SSO")',
      'its source code (`config.py`, `routers/auths.py`)',
      'Authelia’s guide for Open WebUI, tested there with 0.6.13',
    ],
  },
}
