import type { ApplicationPreset } from '../application-preset-types.ts'

export const expressOpenidConnect: ApplicationPreset = {
  id: 'express-openid-connect',
  name: 'express-openid-connect',
  category: 'libraries',
  description: 'Authentication library for Express sites.',
  settingsLocation: 'the options passed to auth()',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/callback'],
    postLogoutUris: ['{address}', '{address}/'],
    backchannelLogoutUri: '{address}/backchannel-logout',
    scopes: ['openid', 'profile', 'wallet'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    postLogoutUris: 'It sends `baseURL` exactly as configured, with or without a trailing slash.',
    idTokenAlgorithm:
      'It expects RS256 by default ("unexpected JWT alg received, expected RS256, got: ES256"); alternatively, set `idTokenSigningAlg: \'ES256\'`.',
    backchannelLogoutUri: 'Only with `backchannelLogout`; otherwise omit both.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'issuerBaseURL', value: '{issuer}' },
    { name: 'baseURL', value: '{address}' },
    { name: 'clientID', value: '{client_id}' },
    { name: 'clientSecret', value: '{client_secret}' },
    {
      name: 'authorizationParams.response_type',
      value: 'code',
      explanation: 'Required: the default is the implicit flow, which Countersign does not support.',
    },
    { name: 'authorizationParams.scope', value: '{scopes}' },
    { name: 'idpLogout', value: 'true' },
  ],
  secretVariable: 'CLIENT_SECRET',
  sessionSecretVariable: 'SESSION_SECRET',
  settingsFormat: {
    as: 'text',
    language: 'js',
    text: `import openid from 'express-openid-connect'
import session from 'express-session'

// In production, use a persistent store such as connect-redis.
const store = new session.MemoryStore()

app.use(
  openid.auth({
    issuerBaseURL: '{issuer}',
    baseURL: '{address}',
    clientID: '{client_id}',
    clientSecret: process.env.CLIENT_SECRET,
    secret: process.env.SESSION_SECRET,
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: '{scopes}' },
    backchannelLogout: { store },
  }),
)`,
  },
  notes: [
    '`SESSION_SECRET` signs its cookies: a random text, such as the output of `openssl rand -hex 32`.',
    'With a secret and `code`, it uses PKCE automatically.',
    '`store` is any express-session store. In TypeScript, write `store: store as never`: the types of the two libraries are incompatible.',
    '`await req.oidc.fetchUserInfo()` returns what the person shares.',
  ],
  verification: { how: 'script' },
}
