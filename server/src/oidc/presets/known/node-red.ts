import type { ApplicationPreset } from '../application-preset-types.ts'

export const nodeRed: ApplicationPreset = {
  id: 'node-red',
  name: 'Node-RED',
  category: 'data',
  description: 'Flow-based automation, with passport-openidconnect.',
  settingsLocation: 'settings.js',
  address: 'https://flows.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/strategy/callback/'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'Tested with ES256; the library does not verify the signature.',
    pkce: 'passport-openidconnect does not support PKCE.',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'unused',
  accountMatching: 'name-or-sub',
  signOut: 'own',
  settings: [
    {
      name: 'issuer',
      value: '{issuer}',
    },
    {
      name: 'authorizationURL',
      value: '{issuer}/authorize',
    },
    {
      name: 'tokenURL',
      value: '{issuer}/token',
    },
    {
      name: 'userInfoURL',
      value: '{issuer}/userinfo',
    },
    {
      name: 'clientID',
      value: '{client_id}',
    },
    {
      name: 'clientSecret',
      value: '{client_secret}',
    },
    {
      name: 'callbackURL',
      value: '{redirect}',
    },
    {
      name: 'skipUserProfile',
      value: 'false',
      explanation: 'Without it, the library never requests the profile, and everyone is the same unnamed user.',
    },
    {
      name: 'verify',
      value: '(issuer, profile, done) => done(null, { ...profile, username: profile.username ?? profile.id })',
      explanation: 'People who share no name are identified by their `sub`.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'js',
    text: `adminAuth: {
  type: 'strategy',
  strategy: {
    name: 'openidconnect',
    label: 'Sign in with Countersign',
    icon: 'fa-openid',
    strategy: require('passport-openidconnect').Strategy,
    options: {
      issuer: '{issuer}',
      authorizationURL: '{issuer}/authorize',
      tokenURL: '{issuer}/token',
      userInfoURL: '{issuer}/userinfo',
      clientID: '{client_id}',
      clientSecret: '{client_secret}',
      callbackURL: '{redirect}',
      scope: ['profile'],
      proxy: true,
      // Without it, the library never requests the profile, and everyone is the same unnamed user.
      skipUserProfile: false,
      verify: (issuer, profile, done) => done(null, { ...profile, username: profile.username ?? profile.id }),
    },
  },
  // Everyone who can sign in gets full access: restrict the application at Countersign to a group.
  users: (user) => Promise.resolve({ username: user, permissions: '*' }),
},`,
  },
  notes: [
    'Anyone who can sign in can run code on that machine: restrict the application to a [group](../groups.md) (`--allowed-group staff`). Other people see a page that names the group, and Node-RED shows "AuthenticationError: Unauthorized".',
    "**A list of users** instead of the function: `users: [{ username: 'amber-stone-64', permissions: '*' }]`, with Countersign usernames. List people who share no name by their `sub`.",
  ],
  verification: { how: 'script' },
}
