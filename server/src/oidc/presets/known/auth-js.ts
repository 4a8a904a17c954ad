// Auth.js: a library for sites.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const authJs: ApplicationPreset = {
  id: 'auth-js',
  name: 'Auth.js',
  description: 'A library for sites made with Next.js, SvelteKit or Express.',
  settingsLocation: 'the settings of Auth.js, among its providers',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/api/auth/callback/countersign'],
    scopes: ['openid', 'profile', 'wallet'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'It was run with ES256.',
    redirectUris:
      'The path before `/callback/countersign` is where Auth.js is mounted: `/api/auth` in Next.js, `/auth` elsewhere.',
    claimsIn: '`profile` is given the ID token.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'issuer', value: '{issuer}' },
    { name: 'clientId', value: '{client_id}' },
    { name: 'clientSecret', value: '{client_secret}' },
    { name: 'authorization.params.scope', value: '{scopes}', explanation: 'The default asks for `email` as well.' },
  ],
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
  clientSecret: process.env.COUNTERSIGN_CLIENT_SECRET, // {client_secret}
  authorization: { params: { scope: '{scopes}' } },
  profile: (claims) => ({
    id: claims.sub,
    name: claims.name ?? claims.preferred_username ?? null,
    wallet: claims.wallet ?? null,
  }),
}`,
  },
  notes: [
    'Then `providers: [countersign]` in the settings of Auth.js. PKCE and ES256 need no setting.',
    'To end the session at Countersign as well, redirect afterwards to `{issuer}/end-session?client_id={client_id}`; for a way back register its address by `--post-logout` and add `post_logout_redirect_uri`.',
    '**An adapter with a database** may insist on an e-mail address: leave it null, and make the column nullable.',
    'The other packages of Auth.js take the same provider.',
  ],
  verification: { how: 'script' },
}
