import type { ApplicationPreset } from '../application-preset-types.ts'

export const outline: ApplicationPreset = {
  id: 'outline',
  name: 'Outline',
  category: 'knowledge',
  description: 'Team wiki.',
  settingsLocation: 'its environment',
  address: 'https://outline.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/oidc.callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    postLogoutUris: ['{address}/'],
    requires: [{ claim: 'preferred_username', reason: 'Outline shows it as your name.' }],
  },
  reasons: {
    requires: 'Outline refuses people without a name.',
    pkce: 'It does not use PKCE if the endpoints are set individually.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'alias',
  signOut: 'both',
  settings: [
    {
      name: 'URL',
      value: '{address}',
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
      name: 'OIDC_AUTH_URI',
      value: '{issuer}/authorize',
    },
    {
      name: 'OIDC_TOKEN_URI',
      value: '{issuer}/token',
    },
    {
      name: 'OIDC_USERINFO_URI',
      value: '{issuer}/userinfo',
    },
    {
      name: 'OIDC_LOGOUT_URI',
      value: '"{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/"',
    },
    {
      name: 'OIDC_USERNAME_CLAIM',
      value: 'preferred_username',
    },
    {
      name: 'OIDC_DISPLAY_NAME',
      value: 'Countersign',
    },
    {
      name: 'OIDC_SCOPES',
      value: '"{scopes} email"',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'Outline requires an email address ("An email field was not returned in the profile or id_token parameter, but is required."). It uses the address’s domain to find the team, so use one domain for everyone.',
    'It reads userinfo and does not verify the ID token signature.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 087a6477',
    on: '2026-11-23',
    from: [
      'its source (`plugins/oidc`)',
      'its `.env.sample`',
      'Authelia’s guide for Outline, tested there with 0.65.2',
    ],
  },
}
