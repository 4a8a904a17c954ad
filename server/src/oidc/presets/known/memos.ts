// Memos: short notes.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const memos: ApplicationPreset = {
  id: 'memos',
  name: 'Memos',
  description: 'Short notes.',
  settingsLocation: 'Settings → SSO, with the template custom',
  address: 'https://memos.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    requires: [{ claim: 'preferred_username', reason: 'Memos knows you by it.' }],
  },
  reasons: {
    requires: 'Memos finds people by the claim that is set as identifier.',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
    authentication: 'It sends the secret in the body.',
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
      explanation: 'Or `sub`, which never changes; then `--require ""` removes the requirement.',
    },
    {
      name: 'Display Name',
      value: 'name',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: ['It knows plain OAuth: it reads userinfo, and no ID token.'],
  verification: {
    how: 'written',
    version: '0.16.1',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for Memos, tried there with 0.16.1'],
  },
}
