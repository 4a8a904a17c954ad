// express-openid-connect: a library for sites made with Express.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const expressOpenidConnect: ApplicationPreset = {
  id: 'express-openid-connect',
  name: 'express-openid-connect',
  description: 'A library for sites made with Express.',
  settingsLocation: 'the arguments of auth()',
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
    postLogoutUris: 'It sends `baseURL` exactly as it is written, with or without a slash at the end.',
    idTokenAlgorithm:
      'It checks ID tokens with RS256 unless told otherwise ("unexpected JWT alg received, expected RS256, got: ES256"); `idTokenSigningAlg: \'ES256\'` is the other way.',
    backchannelLogoutUri: 'Only with `backchannelLogout`; leave both out otherwise.',
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
      explanation: 'It is needed: the default is the implicit flow, which Countersign does not have.',
    },
    { name: 'authorizationParams.scope', value: '{scopes}' },
    { name: 'idpLogout', value: 'true' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'js',
    text: `import openid from 'express-openid-connect'
import session from 'express-session'

// In production a store that survives a restart, such as connect-redis.
const store = new session.MemoryStore()

app.use(
  openid.auth({
    issuerBaseURL: '{issuer}',
    baseURL: '{address}',
    clientID: '{client_id}',
    clientSecret: process.env.CLIENT_SECRET, // {client_secret}
    secret: process.env.SESSION_SECRET,
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: '{scopes}' },
    backchannelLogout: { store },
  }),
)`,
  },
  notes: [
    'With a secret and `code` it uses PKCE by itself.',
    '`store` is any store of express-session. In TypeScript write `store: store as never`: the types of the two libraries do not know each other.',
    'What the person shares is in `await req.oidc.fetchUserInfo()`.',
  ],
  verification: { how: 'script' },
}
