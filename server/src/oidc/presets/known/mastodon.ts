import type { ApplicationPreset } from '../application-preset-types.ts'

export const mastodon: ApplicationPreset = {
  id: 'mastodon',
  name: 'Mastodon',
  category: 'communication',
  description: 'Fediverse server.',
  settingsLocation: 'its environment (.env.production)',
  address: 'https://mastodon.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/auth/openid_connect/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
    postLogoutUris: ['{address}/'],
    requires: [{ claim: 'preferred_username', reason: 'Your Mastodon address is created from it.' }],
  },
  reasons: {
    requires: 'This claim identifies the account and sets its name.',
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
  },
  email: 'asked',
  accountMatching: 'name',
  signOut: 'own',
  settings: [
    {
      name: 'OIDC_ENABLED',
      value: 'true',
    },
    {
      name: 'OIDC_DISPLAY_NAME',
      value: 'Countersign',
    },
    {
      name: 'OIDC_DISCOVERY',
      value: 'true',
    },
    {
      name: 'OIDC_ISSUER',
      value: '{issuer}',
    },
    {
      name: 'OIDC_SCOPE',
      value: '{scopes_comma}',
    },
    {
      name: 'OIDC_UID_FIELD',
      value: 'preferred_username',
      explanation: 'Sets the username.',
    },
    {
      name: 'OIDC_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OIDC_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OIDC_REDIRECT_URI',
      value: '{redirect}',
    },
    {
      name: 'OIDC_IDP_LOGOUT_REDIRECT_URI',
      value: '{address}/',
      explanation: 'Used only with `OMNIAUTH_ONLY=true`: then signing out also ends the session at Countersign.',
    },
    {
      name: 'OIDC_SECURITY_ASSUME_EMAIL_IS_VERIFIED',
      value: 'false',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    '**Email**: without an address, the account gets a placeholder, and Mastodon asks the person for a real one.',
    'Mastodon truncates names to 30 characters; Countersign usernames are never longer.',
  ],
  verification: {
    how: 'written',
    version: '4.2.8',
    on: '2026-11-23',
    from: ['Authelia’s guide for Mastodon, tested there with 4.2.8', 'its source (`application_controller.rb`)'],
  },
}
