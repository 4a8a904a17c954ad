import type { ApplicationPreset } from '../application-preset-types.ts'

export const audiobookshelf: ApplicationPreset = {
  id: 'audiobookshelf',
  name: 'Audiobookshelf',
  category: 'media',
  description: 'Audiobooks and podcasts.',
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
    postLogoutUris: 'The second is for versions served under `/audiobookshelf`.',
    idTokenAlgorithm: 'Must match the field Signing Algorithm; ES256 in both places also works.',
    redirectUris: 'The second is for the mobile apps.',
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
    '`Auto-populate` fills in the endpoint URLs from the issuer.',
    'PKCE needs no configuration.',
    'The apps are redirected through Audiobookshelf, so only its address is registered here.',
    'The username of a new account is `preferred_username`, otherwise the display name or `sub`. Later sign-ins are matched by `sub`.',
    'If your version has a field for back-channel logout, turn it on and register `--backchannel-logout {address}/auth/openid/backchannel-logout`.',
  ],
  verification: {
    how: 'written',
    version: '2.26.3',
    on: '2026-11-23',
    from: [
      'Authelia’s guide for audiobookshelf, tested there with 2.26.3',
      'its source (`server/auth/OidcAuthStrategy.js`)',
    ],
  },
}
