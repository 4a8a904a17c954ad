import type { ApplicationPreset } from '../application-preset-types.ts'

export const immich: ApplicationPreset = {
  id: 'immich',
  name: 'Immich',
  category: 'files',
  description: 'Photo and video library.',
  settingsLocation: 'Administration → Settings → OAuth',
  address: 'https://photos.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/login', '{address}/user-settings', '{address}/api/oauth/mobile-redirect'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
    uri: '{address}',
    backchannelLogoutUri: '{address}/api/oauth/backchannel-logout',
  },
  reasons: {
    uri: 'On sign-out, Immich redirects to Countersign without a return address; Countersign uses this home page instead.',
    redirectUris: 'The second is for linking an existing account, and the third is for the mobile apps.',
    idTokenAlgorithm: 'The default of the field Signing Algorithm; ES256 in both places also works.',
  },
  email: 'verified',
  signOut: 'both',
  settings: [
    {
      name: 'Issuer URL',
      value: '{issuer}',
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
      name: 'Scope',
      value: '{scopes}',
    },
    {
      name: 'Token Endpoint Auth Method',
      value: 'client_secret_basic',
    },
    {
      name: 'Signing Algorithm',
      value: 'RS256',
    },
    {
      name: 'Auto Register',
      value: 'on',
    },
    {
      name: 'Button Text',
      value: 'Countersign',
    },
    {
      name: 'Mobile Redirect URI Override',
      value: '{address}/api/oauth/mobile-redirect',
      explanation:
        'The mobile apps use a custom URI scheme, which applications with a secret may not register here; this Immich address redirects to it.',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'New people without an email address are refused ("OAuth profile does not have an email address"); newer versions also refuse unverified addresses.',
    '`immich_role` (`user` or `admin`) is read only when an account is created.',
    'PKCE needs no configuration.',
    'It takes the sign-out endpoint from the discovery document, unless the field End Session Endpoint is set. Versions that send no `id_token_hint` do not identify the application at sign-out.',
  ],
  verification: {
    how: 'written',
    version: '3.1.0',
    on: '2026-11-23',
    from: [
      'its documentation ("OAuth Authentication")',
      'its source code (`auth.service.ts`, `oauth.repository.ts`)',
      'Authelia’s guide for Immich, tested there with 3.1.0',
    ],
  },
}
