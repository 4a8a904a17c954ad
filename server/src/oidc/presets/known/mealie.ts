// Mealie: recipes.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const mealie: ApplicationPreset = {
  id: 'mealie',
  name: 'Mealie',
  description: 'Recipes.',
  settingsLocation: 'its environment',
  address: 'https://recipes.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/login', '{address}/login?direct=1'],
    scopes: ['openid', 'profile'],
    requires: [{ claim: 'preferred_username', reason: 'Mealie shows you by it.' }],
  },
  reasons: {
    requires: 'Mealie refuses a sign-in without it ("Required claims not present").',
    redirectUris: 'The second is where it sends people after sign-out.',
  },
  email: 'alias',
  accountMatching: 'email',
  signOut: 'own',
  settings: [
    {
      name: 'OIDC_AUTH_ENABLED',
      value: 'true',
    },
    {
      name: 'OIDC_SIGNUP_ENABLED',
      value: 'true',
    },
    {
      name: 'OIDC_CONFIGURATION_URL',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'OIDC_CLIENT_ID',
      value: '{client_id}',
    },
    {
      name: 'OIDC_CLIENT_SECRET',
      value: '{client_secret}',
    },
    {
      name: 'OIDC_PROVIDER_NAME',
      value: 'Countersign',
    },
    {
      name: 'OIDC_NAME_CLAIM',
      value: 'preferred_username',
      explanation: 'The default is `name`, which people may not have, and without which Mealie refuses them.',
    },
    {
      name: 'OIDC_REQUIRES_EMAIL_VERIFICATION',
      value: 'false',
      explanation:
        'From 3.21.0 it refuses an address that is not verified ("email_verified claim is missing or false; refusing to authenticate"), because it finds accounts by it. An alias of this server is not verified, and nobody can choose one: only with aliases, or verified addresses, is this safe.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    '`OIDC_USER_GROUP` and `OIDC_ADMIN_GROUP` let in members of a [group](../groups.md), and make administrators; then with `groups` among the scopes here.',
    'Behind a proxy start it with `--forwarded-allow-ips`, or the redirect address begins with `http:` and is refused here.',
    'PKCE and ES256 need no setting.',
  ],
  verification: {
    how: 'written',
    version: '3.21',
    on: '2026-11-23',
    from: [
      'its documentation ("OpenID Connect (OIDC) Authentication")',
      'the settings that Authelia publishes for Mealie, tried there with 2.0.0',
      'its source (`core/settings/settings.py`)',
    ],
  },
}
