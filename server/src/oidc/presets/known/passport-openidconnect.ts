import type { ApplicationPreset } from '../application-preset-types.ts'

export const passportOpenidconnect: ApplicationPreset = {
  id: 'passport-openidconnect',
  name: 'Passport',
  description: 'Authentication library for Express sites, with the strategy passport-openidconnect.',
  settingsLocation: 'the options passed to its Strategy',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/callback'],
    scopes: ['openid', 'profile', 'wallet'],
    authentication: 'client_secret_post',
    pkce: 'optional',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'Tested with ES256; the library does not verify the signature.',
    authentication: 'It sends the secret in the request body.',
    pkce: 'It does not support PKCE. Use a different library if you can; otherwise only the secret, the state and the nonce protect the authorization code.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    { name: 'issuer', value: '{issuer}' },
    { name: 'authorizationURL', value: '{issuer}/authorize' },
    { name: 'tokenURL', value: '{issuer}/token' },
    { name: 'userInfoURL', value: '{issuer}/userinfo' },
    { name: 'clientID', value: '{client_id}' },
    { name: 'clientSecret', value: '{client_secret}' },
    { name: 'callbackURL', value: '{redirect}' },
    { name: 'scope', value: '{scopes}', explanation: 'Without `openid`, which the library adds.' },
    { name: 'nonce', value: 'true', explanation: 'Off by default.' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'ts',
    text: `new Strategy(
  {
    issuer: '{issuer}',
    authorizationURL: '{issuer}/authorize',
    tokenURL: '{issuer}/token',
    userInfoURL: '{issuer}/userinfo',
    clientID: '{client_id}',
    clientSecret: process.env.CLIENT_SECRET, // {client_secret}
    callbackURL: '{redirect}',
    scope: ['profile', 'wallet'],
    nonce: true,
    skipUserProfile: false,
  },
  (_issuer, profile, done) => done(null, profile),
)`,
  },
  notes: [],
  verification: {
    how: 'run',
    version: '0.1.2 with Express 5.3',
    on: '2026-11-23',
    by: 'e2e/tests/client-oidc-libraries.spec.ts',
  },
}
