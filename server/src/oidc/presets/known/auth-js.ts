import type { ApplicationPreset } from '../application-preset-types.ts'

export const authJs: ApplicationPreset = {
  id: 'auth-js',
  name: 'Auth.js',
  category: 'libraries',
  description: 'Authentication library for Next.js, SvelteKit and Express sites.',
  settingsLocation: 'the Auth.js configuration, under providers',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/callback/countersign'],
    scopes: ['openid', 'profile', 'wallet'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'Tested with ES256.',
    redirectUris:
      '`/callback/countersign` follows the path where Auth.js is mounted: `/api/auth` in Next.js, `/auth` elsewhere.',
    claimsIn: '`profile` receives only the claims of the ID token.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'issuer', value: '{issuer}' },
    { name: 'clientId', value: '{client_id}' },
    { name: 'clientSecret', value: '{client_secret}' },
    { name: 'authorization.params.scope', value: '{scopes}', explanation: 'The default also requests `email`.' },
  ],
  secretVariable: 'COUNTERSIGN_CLIENT_SECRET',
  settingsFormat: {
    as: 'text',
    language: 'ts',
    text: `import type { OIDCConfig } from '@auth/core/providers' // in Next.js: 'next-auth/providers'

interface CountersignClaims {
  sub: string
  name?: string
  preferred_username?: string
  wallet?: string
}

const countersign: OIDCConfig<CountersignClaims> = {
  id: 'countersign',
  name: 'Countersign',
  type: 'oidc',
  issuer: '{issuer}',
  clientId: '{client_id}',
  clientSecret: process.env.COUNTERSIGN_CLIENT_SECRET,
  authorization: { params: { scope: '{scopes}' } },
  profile: (claims) => ({
    id: claims.sub,
    name: claims.name ?? claims.preferred_username ?? null,
    wallet: claims.wallet ?? null,
  }),
}`,
  },
  notes: [
    'Then add `providers: [countersign]` to the Auth.js configuration. PKCE and ES256 need no configuration.',
    'To end the session at Countersign too, redirect to `{issuer}/end-session?client_id={client_id}` after sign-out. To return to the site, register its address with `--post-logout` and add `post_logout_redirect_uri`.',
    '**A database adapter** may require an email address: leave it null and make the column nullable.',
    'The other Auth.js packages use the same provider.',
  ],
  verification: { how: 'script' },
}
