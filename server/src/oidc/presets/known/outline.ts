// Outline: a wiki for teams.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const outline: ApplicationPreset = {
  id: 'outline',
  name: 'Outline',
  description: 'A wiki for teams.',
  settingsLocation: 'its environment',
  address: 'https://outline.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/oidc.callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    postLogoutUris: ['{address}/'],
    requires: [{ claim: 'preferred_username', reason: 'Outline shows you by it.' }],
  },
  reasons: {
    requires: 'Outline refuses a person without a name.',
    pkce: 'With addresses that are set one by one it sends none.',
    authentication: 'It sends the secret in the body.',
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
    'Without an address it refuses everybody ("An email field was not returned in the profile or id_token parameter, but is required."). The domain of the address becomes part of how the team is found: let all come by one.',
    'It reads userinfo, and does not check the signature of the ID token.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 087a6477',
    on: '2026-11-23',
    from: [
      'its source (`plugins/oidc`)',
      'its `.env.sample`',
      'the settings that Authelia publishes for Outline, tried there with 0.65.2',
    ],
  },
}
