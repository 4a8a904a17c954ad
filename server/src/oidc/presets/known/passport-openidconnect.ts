// Passport, with the strategy passport-openidconnect.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const passportOpenidconnect: ApplicationPreset = {
  id: 'passport-openidconnect',
  name: 'Passport',
  description: 'A library for sites made with Express, with the strategy passport-openidconnect.',
  settingsLocation: 'the arguments of its Strategy',
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
    idTokenAlgorithm: 'It was run with ES256; the library does not check the signature.',
    authentication: 'It sends the secret in the body.',
    pkce: 'It knows no PKCE. Choose another library if you can; what is left then to protect the code is the secret, the state and the nonce.',
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
    { name: 'scope', value: '{scopes}', explanation: 'Without `openid`, which it adds itself.' },
    { name: 'nonce', value: 'true', explanation: 'It is off by default.' },
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
