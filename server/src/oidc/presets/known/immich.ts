// Immich: photos and videos.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const immich: ApplicationPreset = {
  id: 'immich',
  name: 'Immich',
  description: 'Photos and videos.',
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
    uri: 'On sign-out Immich sends people to Countersign without an address to come back to; this is the home page that Countersign knows.',
    redirectUris: 'The second is for linking an account that exists, the third for the apps.',
    idTokenAlgorithm: 'It is the default of the field Signing Algorithm; ES256 in both places will do as well.',
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
        'The apps have an address with a scheme of their own, which no application that keeps a secret may have here; this one of Immich itself leads there.',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'Without an address, whoever is new is refused ("OAuth profile does not have an email address"); newer versions refuse one that is not verified as well.',
    '`immich_role` (`user` or `admin`) is read when an account is made, and never again.',
    'PKCE needs no setting.',
    'It takes the address for signing out from the discovery document, unless the field End Session Endpoint has another one. Versions that send no `id_token_hint` do not say who sends the person.',
  ],
  verification: {
    how: 'written',
    version: '3.1.0',
    on: '2026-11-23',
    from: [
      'its documentation ("OAuth Authentication")',
      'its source (`auth.service.ts`, `oauth.repository.ts`)',
      'the settings that Authelia publishes for Immich, tried there with 3.1.0',
    ],
  },
}
