import type { ApplicationPreset } from '../application-preset-types.ts'

export const pgadmin: ApplicationPreset = {
  id: 'pgadmin',
  name: 'pgAdmin',
  category: 'data',
  description: 'Databases (PostgreSQL).',
  settingsLocation: 'config_local.py',
  address: 'https://pgadmin.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oauth2/authorize'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'ES256',
    requires: [{ claim: 'preferred_username', reason: 'pgAdmin identifies you by it.' }],
  },
  reasons: {
    requires:
      'pgAdmin refuses sign-ins without the claim configured as the username ("Required username claim … not found").',
    idTokenAlgorithm: 'Tested with ES256.',
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
      explanation:
        'PKCE is off by default. It makes a stolen authorization code useless. Requires `OAUTH2_RESPONSE_TYPE`.',
    },
    {
      name: 'OAUTH2_RESPONSE_TYPE',
      value: 'code',
    },
    {
      name: 'OAUTH2_LOGOUT_URL',
      value: '{issuer}/end-session?post_logout_redirect_uri={redirect_uri}&id_token_hint={id_token}',
      explanation:
        'pgAdmin fills in the two placeholders. Without this line, one click after *Logout* signs the person in again.',
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
    "**Restricting access to a group**: add `'OAUTH2_ADDITIONAL_CLAIMS': {'groups': ['staff']}` to the same dictionary, with a [group](../groups.md) ID. Other people see \"The user is not authorized to login\".",
    'Accounts need no email address.',
    'At the first sign-in, pgAdmin asks each person to set a master password. It applies only to pgAdmin and protects the database passwords they save there.',
  ],
  verification: { how: 'script' },
}
