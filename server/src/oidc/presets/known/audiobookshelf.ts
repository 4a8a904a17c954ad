// Audiobookshelf: audio books and podcasts.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const audiobookshelf: ApplicationPreset = {
  id: 'audiobookshelf',
  name: 'Audiobookshelf',
  description: 'Audio books and podcasts.',
  settingsLocation: 'Settings → Authentication',
  address: 'https://books.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/openid/callback', '{address}/auth/openid/mobile-redirect'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
    postLogoutUris: ['{address}/login', '{address}/audiobookshelf/login'],
  },
  reasons: {
    postLogoutUris: 'The second is for versions that are served below `/audiobookshelf`.',
    idTokenAlgorithm: 'It is what the field Signing Algorithm is set to; ES256 in both places will do as well.',
    redirectUris: 'The second is for the apps.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    {
      name: 'Issuer URL',
      value: '{issuer}',
    },
    {
      name: 'Authorize URL',
      value: '{issuer}/authorize',
    },
    {
      name: 'Token URL',
      value: '{issuer}/token',
    },
    {
      name: 'Userinfo URL',
      value: '{issuer}/userinfo',
    },
    {
      name: 'JWKS URL',
      value: '{issuer}/jwks',
    },
    {
      name: 'Logout URL',
      value: '{issuer}/end-session',
    },
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client Secret',
      value: '{client_secret}',
    },
    {
      name: 'Signing Algorithm',
      value: 'RS256',
    },
    {
      name: 'Allowed Mobile Redirect URIs',
      value: 'audiobookshelf://oauth',
    },
    {
      name: 'Subfolder for Redirect URLs',
      value: 'None',
    },
    {
      name: 'Button Text',
      value: 'Countersign',
    },
    {
      name: 'Match existing users by',
      value: 'Do not match',
    },
    {
      name: 'Auto Register',
      value: 'on',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    '`Auto-populate` fills in the addresses from the issuer.',
    'PKCE needs no setting.',
    'The apps are sent back to Audiobookshelf first, so that only its own address is registered here.',
    'The user name of a new account is `preferred_username`, else the display name or the `sub`; later sign-ins go by `sub`.',
    'Newer versions have a field for back-channel logout. Where yours does, turn it on and register `--backchannel-logout {address}/auth/openid/backchannel-logout`.',
  ],
  verification: {
    how: 'written',
    version: '2.26.3',
    on: '2026-11-23',
    from: [
      'the settings that Authelia publishes for audiobookshelf, tried there with 2.26.3',
      'its source (`server/auth/OidcAuthStrategy.js`)',
    ],
  },
}
