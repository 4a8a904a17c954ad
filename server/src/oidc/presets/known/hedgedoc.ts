// HedgeDoc: notes that several write at once (HedgeDoc 1).
import type { ApplicationPreset } from '../application-preset-types.ts'

export const hedgedoc: ApplicationPreset = {
  id: 'hedgedoc',
  name: 'HedgeDoc',
  description: 'Notes that several write at once (HedgeDoc 1).',
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
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
    authentication: 'It sends the secret in the body.',
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
      explanation: 'Without it people are known by their name.',
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
      explanation: 'It has to be set, and may be missing at userinfo.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'It knows plain OAuth: it reads userinfo, and no ID token.',
    '`CMD_OAUTH2_ROLES_CLAIM=groups` and `CMD_OAUTH2_ACCESS_ROLE` let in members of a [group](../groups.md) alone, with `groups` among the scopes of both sides.',
  ],
  verification: {
    how: 'written',
    version: '1.10.0',
    on: '2026-11-23',
    from: [
      'its source (`lib/web/auth/oauth2`)',
      'the settings that Authelia publishes for HedgeDoc, tried there with 1.10.0',
    ],
  },
}
