// Better Auth: a library for sites made with TypeScript, with its plugin genericOAuth.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const betterAuth: ApplicationPreset = {
  id: 'better-auth',
  name: 'Better Auth',
  description: 'A library for sites made with TypeScript, with its plugin genericOAuth.',
  settingsLocation: 'the plugins of betterAuth()',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/callback/countersign'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'wallet'],
    authentication: 'client_secret_post',
  },
  reasons: {
    redirectUris: 'It is so from Better Auth 1.7; older versions return to `/api/auth/oauth2/callback/countersign`.',
    authentication: 'It sends the secret in the body; `authentication: "basic"` is the other way.',
  },
  email: 'alias',
  signOut: 'both',
  settings: [
    {
      name: 'providerId',
      value: 'countersign',
      explanation: 'It is part of the redirect address.',
    },
    {
      name: 'discoveryUrl',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'clientId',
      value: '{client_id}',
    },
    {
      name: 'clientSecret',
      value: '{client_secret}',
    },
    {
      name: 'scopes',
      value: '[{scopes_list}, "email"]',
    },
    {
      name: 'requireIdTokenVerification',
      value: 'true',
      explanation: 'Without it, a discovery document that cannot be fetched turns the check of ID tokens off.',
    },
    {
      name: 'postLogoutRedirectURI',
      value: '{address}/',
    },
    {
      name: 'mapProfileToUser',
      value: '(profile) => ({ name: profile.name ?? profile.preferred_username ?? profile.sub })',
      explanation: 'A user of Better Auth has a name, and people may share none.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'ts',
    text: `genericOAuth({
  config: [
    {
      providerId: 'countersign',
      discoveryUrl: '{issuer}/.well-known/openid-configuration',
      clientId: '{client_id}',
      clientSecret: process.env.COUNTERSIGN_CLIENT_SECRET, // {client_secret}
      scopes: [{scopes_list}, "email"],
      requireIdTokenVerification: true,
      postLogoutRedirectURI: '{address}/',
      mapProfileToUser: (profile) => ({ name: profile.name ?? profile.preferred_username ?? profile.sub }),
    },
  ],
})`,
  },
  notes: [
    'Without an address people come back with `?error=email_not_found`. `mapProfileToUser` can return one made from `sub` at a domain of your own instead.',
    'PKCE and ES256 need no setting.',
  ],
  verification: { how: 'script' },
}
