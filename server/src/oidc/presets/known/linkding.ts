import type { ApplicationPreset } from '../application-preset-types.ts'

export const linkding: ApplicationPreset = {
  id: 'linkding',
  name: 'linkding',
  category: 'knowledge',
  description: 'Bookmarks.',
  settingsLocation: 'its environment',
  address: 'https://links.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oidc/callback/'],
    scopes: ['openid', 'profile'],
    authentication: 'client_secret_post',
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm: 'The default of `OIDC_RP_SIGN_ALGO`; ES256 in both places also works.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'alias',
  accountMatching: 'email',
  signOut: 'own',
  settings: [
    {
      name: 'LD_ENABLE_OIDC',
      value: 'True',
    },
    {
      name: 'OIDC_RP_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OIDC_RP_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OIDC_OP_AUTHORIZATION_ENDPOINT',
      value: '{issuer}/authorize',
    },
    {
      name: 'OIDC_OP_TOKEN_ENDPOINT',
      value: '{issuer}/token',
    },
    {
      name: 'OIDC_OP_USER_ENDPOINT',
      value: '{issuer}/userinfo',
    },
    {
      name: 'OIDC_OP_JWKS_ENDPOINT',
      value: '{issuer}/jwks',
    },
    {
      name: 'OIDC_RP_SCOPES',
      value: '"{scopes} email"',
    },
    {
      name: 'OIDC_USERNAME_CLAIM',
      value: 'preferred_username',
      explanation: 'Otherwise the username is the email address.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: ['PKCE needs no configuration (`OIDC_USE_PKCE` is on by default).'],
  verification: {
    how: 'written',
    version: '1.42.0',
    on: '2026-11-23',
    from: ['its documentation ("Options")', 'Authelia’s guide for Linkding, tested there with 1.42.0'],
  },
}
