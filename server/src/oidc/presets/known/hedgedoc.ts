import type { ApplicationPreset } from '../application-preset-types.ts'

export const hedgedoc: ApplicationPreset = {
  id: 'hedgedoc',
  name: 'HedgeDoc',
  category: 'knowledge',
  description: 'Collaborative Markdown notes (HedgeDoc 1).',
  settingsLocation: 'its environment',
  address: 'https://notes.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/oauth2/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
  },
  reasons: {
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'CMD_OAUTH2_PROVIDERNAME',
      value: 'Countersign',
    },
    {
      name: 'CMD_OAUTH2_AUTHORIZATION_URL',
      value: '{issuer}/authorize',
    },
    {
      name: 'CMD_OAUTH2_TOKEN_URL',
      value: '{issuer}/token',
    },
    {
      name: 'CMD_OAUTH2_USER_PROFILE_URL',
      value: '{issuer}/userinfo',
    },
    {
      name: 'CMD_OAUTH2_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'CMD_OAUTH2_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'CMD_OAUTH2_SCOPE',
      value: '"{scopes}"',
    },
    {
      name: 'CMD_OAUTH2_USER_PROFILE_ID_ATTR',
      value: 'sub',
      explanation: 'Without it, accounts are matched by name.',
    },
    {
      name: 'CMD_OAUTH2_USER_PROFILE_USERNAME_ATTR',
      value: 'preferred_username',
    },
    {
      name: 'CMD_OAUTH2_USER_PROFILE_DISPLAY_NAME_ATTR',
      value: 'name',
    },
    {
      name: 'CMD_OAUTH2_USER_PROFILE_EMAIL_ATTR',
      value: 'email',
      explanation: 'The setting is required; the claim may be missing from userinfo.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'It uses plain OAuth 2.0: it reads userinfo and no ID token.',
    '`CMD_OAUTH2_ROLES_CLAIM=groups` and `CMD_OAUTH2_ACCESS_ROLE` limit access to members of a [group](../groups.md), with the scope `groups` on both sides.',
  ],
  verification: {
    how: 'written',
    version: '1.10.0',
    on: '2026-11-23',
    from: ['its source (`lib/web/auth/oauth2`)', 'Authelia’s guide for HedgeDoc, tested there with 1.10.0'],
  },
}
