import type { ApplicationPreset } from '../application-preset-types.ts'

export const vikunja: ApplicationPreset = {
  id: 'vikunja',
  name: 'Vikunja',
  category: 'household',
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
    postLogoutUris: 'It sends its `service.publicurl`, which newer versions write with a trailing slash.',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
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
      explanation: 'Newer versions read this URL from the discovery document; omit it there.',
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
        authurl: "{issuer}"
        clientid: "{client_id}"
        clientsecret: "{client_secret}"
        scope: "{scopes} email"
        logouturl: "{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/"`,
  },
  notes: [
    'The key `countersign` is part of the redirect URI.',
    'It requires an email address ("Claim does not contain an email address").',
    'The username is `preferred_username`, or three words if that is missing or taken.',
  ],
  verification: {
    how: 'written',
    version: '0.23.0, main branch at 05349ddb',
    on: '2026-11-23',
    from: [
      'its source code (`pkg/modules/auth/openid`; `logout.go` is newer)',
      'Authelia’s guide for Vikunja, tested there with 0.23.0',
    ],
  },
}
