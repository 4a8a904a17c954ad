// Vaultwarden: passwords, for the clients of Bitwarden.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const vaultwarden: ApplicationPreset = {
  id: 'vaultwarden',
  name: 'Vaultwarden',
  description: 'Passwords, for the clients of Bitwarden.',
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
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
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
      explanation: 'It gives an account to whoever comes with its address.',
    },
    {
      name: 'SSO_AUTH_ONLY_NOT_SESSION',
      value: 'true',
      explanation: 'Otherwise its sessions end with the access token, which lives five minutes here.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'The master password stays: signing in here opens the account, and not what is encrypted in it.',
    '`SSO_ONLY=true` leaves no other way in.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 009ac48d',
    on: '2026-11-23',
    from: [
      'its `.env.template`',
      'the settings that Authelia publishes for Vaultwarden, tried there with the fork OIDCWarden 2025.5.1',
    ],
  },
}
