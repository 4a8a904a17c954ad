import type { ApplicationPreset } from '../application-preset-types.ts'

export const betterAuth: ApplicationPreset = {
  id: 'better-auth',
  name: 'Better Auth',
  category: 'libraries',
  description: 'Authentication library for TypeScript sites, with its genericOAuth plugin.',
  settingsLocation: 'the plugins passed to betterAuth()',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/callback/countersign'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'wallet'],
    authentication: 'client_secret_post',
  },
  reasons: {
    redirectUris: 'For Better Auth 1.7 and newer; older versions use `/api/auth/oauth2/callback/countersign`.',
    authentication: 'It sends the secret in the request body; alternatively, set `authentication: "basic"`.',
  },
  email: 'alias',
  signOut: 'both',
  settings: [
    {
      name: 'providerId',
      value: 'countersign',
      explanation: 'Part of the redirect URI.',
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
      explanation: 'Without it, ID tokens are not verified if the discovery document cannot be fetched.',
    },
    {
      name: 'postLogoutRedirectURI',
      value: '{address}/',
    },
    {
      name: 'mapProfileToUser',
      value: '(profile) => ({ name: profile.name ?? profile.preferred_username ?? profile.sub })',
      explanation: 'Better Auth users need a name, but people may choose not to share one.',
    },
  ],
  secretVariable: 'COUNTERSIGN_CLIENT_SECRET',
  settingsFormat: {
    as: 'text',
    language: 'ts',
    text: `genericOAuth({
  config: [
    {
      providerId: 'countersign',
      discoveryUrl: '{issuer}/.well-known/openid-configuration',
      clientId: '{client_id}',
      clientSecret: process.env.COUNTERSIGN_CLIENT_SECRET,
      scopes: [{scopes_list}, "email"],
      requireIdTokenVerification: true,
      postLogoutRedirectURI: '{address}/',
      mapProfileToUser: (profile) => ({ name: profile.name ?? profile.preferred_username ?? profile.sub }),
    },
  ],
})`,
  },
  notes: [
    'People without an email address return with `?error=email_not_found`. Instead of using aliases, you can have `mapProfileToUser` return an address built from `sub` at a domain that you control.',
    'PKCE and ES256 need no configuration.',
  ],
  verification: { how: 'script' },
}
