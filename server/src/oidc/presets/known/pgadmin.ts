// pgAdmin: databases (PostgreSQL).
import type { ApplicationPreset } from '../application-preset-types.ts'

export const pgadmin: ApplicationPreset = {
  id: 'pgadmin',
  name: 'pgAdmin',
  description: 'Databases (PostgreSQL).',
  settingsLocation: 'config_local.py',
  address: 'https://pgadmin.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/authorize'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
    requires: [{ claim: 'preferred_username', reason: 'pgAdmin knows you by it.' }],
  },
  reasons: {
    requires:
      'pgAdmin refuses a sign-in without the claim that is set as user name ("Required username claim … not found").',
    idTokenAlgorithm: 'It was run with ES256.',
  },
  email: 'unused',
  accountMatching: 'name',
  signOut: 'both',
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
      value: '{scopes}',
    },
    {
      name: 'OAUTH2_USERNAME_CLAIM',
      value: 'preferred_username',
    },
    {
      name: 'OAUTH2_CHALLENGE_METHOD',
      value: 'S256',
      explanation: 'PKCE is off by default; it makes a stolen code useless. It goes with `OAUTH2_RESPONSE_TYPE`.',
    },
    {
      name: 'OAUTH2_RESPONSE_TYPE',
      value: 'code',
    },
    {
      name: 'OAUTH2_LOGOUT_URL',
      value: '{issuer}/end-session?post_logout_redirect_uri={redirect_uri}&id_token_hint={id_token}',
      explanation:
        'pgAdmin fills in the two places. Without this line, *Logout* and one click sign the person in again.',
    },
  ],
  settingsFormat: {
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
    'OAUTH2_SCOPE': '{scopes}',
    'OAUTH2_USERNAME_CLAIM': 'preferred_username',
    'OAUTH2_CHALLENGE_METHOD': 'S256',
    'OAUTH2_RESPONSE_TYPE': 'code',
    'OAUTH2_LOGOUT_URL': '{issuer}/end-session?post_logout_redirect_uri={redirect_uri}&id_token_hint={id_token}',
}]`,
  },
  notes: [
    "**Only a group**: `'OAUTH2_ADDITIONAL_CLAIMS': {'groups': ['staff']}` in the same table, with the ID of a [group](../groups.md). Anyone else sees \"The user is not authorized to login\".",
    'An account needs no email address.',
    'At the first sign-in, pgAdmin asks each person to set a master password. It is of pgAdmin alone, and protects the passwords of databases that they save there.',
  ],
  verification: { how: 'script' },
}
