// Vikunja: tasks.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const vikunja: ApplicationPreset = {
  id: 'vikunja',
  name: 'Vikunja',
  description: 'Tasks.',
  settingsLocation: 'its config.yml',
  address: 'https://tasks.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/openid/countersign'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    postLogoutUris: ['{address}', '{address}/'],
  },
  reasons: {
    postLogoutUris: 'It sends its `service.publicurl`, as newer versions write it with a slash at the end.',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'alias',
  signOut: 'both',
  settings: [
    {
      name: 'auth.openid.enabled',
      value: 'true',
    },
    {
      name: 'auth.openid.providers.countersign.name',
      value: 'Countersign',
    },
    {
      name: 'auth.openid.providers.countersign.authurl',
      value: '{issuer}',
    },
    {
      name: 'auth.openid.providers.countersign.clientid',
      value: '{client_id}',
    },
    {
      name: 'auth.openid.providers.countersign.clientsecret',
      value: '{client_secret}',
    },
    {
      name: 'auth.openid.providers.countersign.scope',
      value: '{scopes} email',
    },
    {
      name: 'auth.openid.providers.countersign.logouturl',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/',
      explanation: 'Newer versions read the address from the discovery document and leave this one out.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `auth:
  openid:
    enabled: true
    providers:
      countersign:
        name: Countersign
        authurl: {issuer}
        clientid: {client_id}
        clientsecret: {client_secret}
        scope: {scopes} email
        logouturl: {issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/`,
  },
  notes: [
    'The key `countersign` is part of the redirect address.',
    'Without an address it refuses everybody ("Claim does not contain an email address").',
    'The user name is `preferred_username`, or three words where that is missing or taken.',
  ],
  verification: {
    how: 'written',
    version: '0.23.0, main branch at 05349ddb',
    on: '2026-11-23',
    from: [
      'its source (`pkg/modules/auth/openid`, of which `logout.go` is newer)',
      'the settings that Authelia publishes for Vikunja, tried there with 0.23.0',
    ],
  },
}
