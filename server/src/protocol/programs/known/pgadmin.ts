// pgAdmin: databases (PostgreSQL).
import type { Program } from '../program.ts'

export const pgadmin: Program = {
  id: 'pgadmin',
  name: 'pgAdmin',
  about: 'Databases (PostgreSQL).',
  where: 'config_local.py',
  address: 'https://pgadmin.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/authorize'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  because: {
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
  },
  email: 'alias',
  settings: [
    {
      name: 'OAUTH2_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OAUTH2_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OAUTH2_SERVER_METADATA_URL',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'OAUTH2_SCOPE',
      value: '{scopes} email',
    },
    {
      name: 'OAUTH2_USERNAME_CLAIM',
      value: 'preferred_username',
    },
    {
      name: 'OAUTH2_CHALLENGE_METHOD',
      value: 'S256',
      about: 'PKCE is off by default, and needed here; it goes with `OAUTH2_RESPONSE_TYPE`.',
    },
    {
      name: 'OAUTH2_RESPONSE_TYPE',
      value: 'code',
    },
  ],
  form: {
    as: 'text',
    language: 'python',
    text: `AUTHENTICATION_SOURCES = ['oauth2', 'internal']
OAUTH2_AUTO_CREATE_USER = True
OAUTH2_CONFIG = [{
    'OAUTH2_NAME': 'countersign',
    'OAUTH2_DISPLAY_NAME': 'Countersign',
    'OAUTH2_CLIENT_ID': '{client_id}',
    'OAUTH2_CLIENT_SECRET': '{client_secret}',
    'OAUTH2_API_BASE_URL': '{issuer}',
    'OAUTH2_AUTHORIZATION_URL': '{issuer}/authorize',
    'OAUTH2_TOKEN_URL': '{issuer}/token',
    'OAUTH2_USERINFO_ENDPOINT': '{issuer}/userinfo',
    'OAUTH2_SERVER_METADATA_URL': '{issuer}/.well-known/openid-configuration',
    'OAUTH2_SCOPE': '{scopes} email',
    'OAUTH2_USERNAME_CLAIM': 'preferred_username',
    'OAUTH2_CHALLENGE_METHOD': 'S256',
    'OAUTH2_RESPONSE_TYPE': 'code',
}]`,
  },
  notes: ['With the claim named it has to be there: people have to share their name.'],
  tried: {
    how: 'written',
    version: '9.5',
    on: '2026-11-23',
    from: [
      'its documentation ("Enabling OAUTH2 Authentication")',
      'the settings that Authelia publishes for pgAdmin, tried there with 9.5',
    ],
  },
}
