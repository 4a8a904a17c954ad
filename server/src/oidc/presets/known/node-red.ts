// Node-RED: flows between devices and services, with passport-openidconnect.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const nodeRed: ApplicationPreset = {
  id: 'node-red',
  name: 'Node-RED',
  description: 'Flows between devices and services, with passport-openidconnect.',
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
    idTokenAlgorithm: 'It was run with ES256; the library does not check the signature.',
    pkce: 'passport-openidconnect knows no PKCE.',
    authentication: 'It sends the secret in the body.',
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
      explanation: 'Without it the library never asks for the profile, and everyone is the same nameless user.',
    },
    {
      name: 'verify',
      value: '(issuer, profile, done) => done(null, { ...profile, username: profile.username ?? profile.id })',
      explanation: 'A person who shares no name is known by their `sub`.',
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
      // Without it the library never asks for the profile, and everyone is the same nameless user.
      skipUserProfile: false,
      verify: (issuer, profile, done) => done(null, { ...profile, username: profile.username ?? profile.id }),
    },
  },
  // Everyone who can sign in gets everything, unless the application here is for a group.
  users: (user) => Promise.resolve({ username: user, permissions: '*' }),
},`,
  },
  notes: [
    'Anyone who can sign in may run programs on that machine: restrict the application to a [group](../groups.md) (`--allowed-group staff`). Anyone else sees a page that names the group, and Node-RED says "AuthenticationError: Unauthorized".',
    "**A table of users** in place of the function: `users: [{ username: 'amber-stone-64', permissions: '*' }]`, with user names of Countersign. A person who shares no name is listed by their `sub`.",
  ],
  verification: { how: 'script' },
}
