import type { ApplicationPreset } from '../application-preset-types.ts'

export const actualBudget: ApplicationPreset = {
  id: 'actual-budget',
  name: 'Actual Budget',
  category: 'household',
  description: 'Household accounts.',
  settingsLocation: 'its environment',
  address: 'https://budget.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/openid/callback'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm: 'With ES256, it reports `openid-grant-failed`, and it has no setting for the algorithm.',
  },
  email: 'unused',
  accountMatching: 'name-or-sub',
  signOut: 'own',
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
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'PKCE needs no configuration.',
    'The first person to sign in becomes the owner. The owner adds everyone else by their Countersign username (*User Directory → Add new user*). People who have not been added see `openid-grant-failed`.',
  ],
  verification: { how: 'script' },
}
