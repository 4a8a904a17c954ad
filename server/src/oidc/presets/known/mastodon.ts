// Mastodon: a server of the fediverse.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const mastodon: ApplicationPreset = {
  id: 'mastodon',
  name: 'Mastodon',
  description: 'A server of the fediverse.',
  settingsLocation: 'its environment (.env.production)',
  address: 'https://mastodon.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/auth/openid_connect/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
    postLogoutUris: ['{address}/'],
    requires: [{ claim: 'preferred_username', reason: 'Your address on Mastodon is made from it.' }],
  },
  reasons: {
    requires: 'The account is found, and its name made, by this claim.',
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
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
      explanation: 'The user name is made from it.',
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
      explanation:
        'It is used with `OMNIAUTH_ONLY=true` alone: then signing out ends the session at Countersign as well.',
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
    '**E-mail**: without one an account gets a made-up address, and the person is asked for a real one.',
    'Names are cut at 30 characters; those of this server are no longer.',
  ],
  verification: {
    how: 'written',
    version: '4.2.8',
    on: '2026-11-23',
    from: [
      'the settings that Authelia publishes for Mastodon, tried there with 4.2.8',
      'its source (`application_controller.rb`)',
    ],
  },
}
