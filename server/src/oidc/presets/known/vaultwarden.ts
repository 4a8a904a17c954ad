import type { ApplicationPreset } from '../application-preset-types.ts'

export const vaultwarden: ApplicationPreset = {
  id: 'vaultwarden',
  name: 'Vaultwarden',
  category: 'infrastructure',
  description: 'Password manager server for Bitwarden clients.',
  settingsLocation: 'its environment',
  address: 'https://passwords.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/identity/connect/oidc-signin'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
  },
  email: 'verified',
  signOut: 'own',
  settings: [
    {
      name: 'SSO_ENABLED',
      value: 'true',
    },
    {
      name: 'SSO_AUTHORITY',
      value: '{issuer}',
    },
    {
      name: 'SSO_SCOPES',
      value: '"email profile"',
    },
    {
      name: 'SSO_PKCE',
      value: 'true',
    },
    {
      name: 'SSO_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'SSO_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'SSO_SIGNUPS_MATCH_EMAIL',
      value: 'false',
      explanation: 'With `true`, an existing account would go to anyone who signs in with its email address.',
    },
    {
      name: 'SSO_AUTH_ONLY_NOT_SESSION',
      value: 'true',
      explanation: 'Otherwise its sessions end with the access token, which is valid for five minutes here.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'The master password is still required: signing in opens the account but does not decrypt its vault.',
    '`SSO_ONLY=true` disables every other sign-in method.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 009ac48d',
    on: '2026-11-23',
    from: ['its `.env.template`', 'Authelia’s guide for Vaultwarden, tested there with the fork OIDCWarden 2025.5.1'],
  },
}
