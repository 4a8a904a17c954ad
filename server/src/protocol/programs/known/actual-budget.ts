// Actual Budget: household accounts.
import type { Program } from '../program.ts'

export const actualBudget: Program = {
  id: 'actual-budget',
  name: 'Actual Budget',
  about: 'Household accounts.',
  where: 'its environment',
  address: 'https://budget.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/openid/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  because: {
    idTokenAlgorithm: 'It is what its library expects unless told otherwise, and there is no setting for it.',
  },
  email: 'unused',
  settings: [
    {
      name: 'ACTUAL_OPENID_DISCOVERY_URL',
      value: '{issuer}',
    },
    {
      name: 'ACTUAL_OPENID_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'ACTUAL_OPENID_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'ACTUAL_OPENID_SERVER_HOSTNAME',
      value: '{address}',
    },
    {
      name: 'ACTUAL_OPENID_AUTH_METHOD',
      value: 'openid',
    },
  ],
  form: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'The user is `preferred_username` where that is shared, else `sub`: whoever changes their name, or stops sharing it, is somebody new there.',
    'The first to sign in becomes the owner; the others have to be added by them.',
    'PKCE needs no setting.',
  ],
  tried: {
    how: 'written',
    version: '25.1.0, main branch at 1bacdf38',
    on: '2026-11-23',
    from: [
      'its source (`accounts/openid.js`)',
      'the settings that Authelia publishes for Actual Budget, tried there with 25.1.0',
    ],
  },
}
