import type { ApplicationPreset } from '../application-preset-types.ts'

export const memos: ApplicationPreset = {
  id: 'memos',
  name: 'Memos',
  category: 'knowledge',
  description: 'Short notes.',
  settingsLocation: 'Settings → SSO, with the template Custom',
  address: 'https://memos.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    requires: [{ claim: 'preferred_username', reason: 'Memos identifies you by it.' }],
  },
  reasons: {
    requires: 'Memos matches people by the claim configured as the identifier.',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'unused',
  accountMatching: 'name',
  signOut: 'own',
  settings: [
    {
      name: 'Name',
      value: 'Countersign',
    },
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client secret',
      value: '{client_secret}',
    },
    {
      name: 'Authorization endpoint',
      value: '{issuer}/authorize',
    },
    {
      name: 'Token endpoint',
      value: '{issuer}/token',
    },
    {
      name: 'User endpoint',
      value: '{issuer}/userinfo',
    },
    {
      name: 'Scopes',
      value: '{scopes}',
    },
    {
      name: 'Identifier',
      value: 'preferred_username',
      explanation: 'Alternatively `sub`, which never changes; then remove the requirement with `--require ""`.',
    },
    {
      name: 'Display Name',
      value: 'name',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: ['It uses plain OAuth 2.0: it reads userinfo and no ID token.'],
  verification: {
    how: 'written',
    version: '0.16.1',
    on: '2026-11-23',
    from: ['Authelia’s guide for Memos, tested there with 0.16.1'],
  },
}
