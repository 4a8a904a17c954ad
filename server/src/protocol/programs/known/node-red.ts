// Node-RED: flows between devices and services, with passport-openidconnect.
import type { Program } from '../program.ts'

export const nodeRed: Program = {
  id: 'node-red',
  name: 'Node-RED',
  about: 'Flows between devices and services, with passport-openidconnect.',
  where: 'settings.js',
  address: 'https://flows.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/strategy/callback/'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    authentication: 'client_secret_post',
  },
  because: {
    pkce: 'passport-openidconnect knows no PKCE.',
    authentication: 'It sends the secret in the body.',
  },
  email: 'unused',
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
  ],
  form: {
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
      verify: (issuer, profile, done) => done(null, profile),
    },
  },
  // Everybody with a wallet gets everything, unless the application here is for a group.
  users: (user) => Promise.resolve({ username: user, permissions: '*' }),
},`,
  },
  notes: [
    'Whoever is let in may run programs on that machine: let in a [group](../groups.md) alone (`--allowed-group`).',
    'The library is the same as that of [Passport](passport-openidconnect.md), which is run here.',
  ],
  tried: {
    how: 'written',
    version: '4.0.2',
    on: '2026-11-23',
    from: [
      'its documentation ("Securing Node-RED")',
      'the settings that Authelia publishes for Node-RED, tried there with 4.0.2',
    ],
  },
}
