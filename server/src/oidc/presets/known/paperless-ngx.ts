import type { ApplicationPreset } from '../application-preset-types.ts'

export const paperlessNgx: ApplicationPreset = {
  id: 'paperless-ngx',
  name: 'Paperless-ngx',
  category: 'files',
  description: 'Document archive for scanned documents.',
  settingsLocation: 'its environment',
  address: 'https://paperless.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/accounts/oidc/countersign/login/callback/'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
  },
  email: 'asked',
  signOut: 'own',
  settings: [
    {
      name: 'PAPERLESS_APPS',
      value: 'allauth.socialaccount.providers.openid_connect',
    },
    {
      name: 'PAPERLESS_SOCIALACCOUNT_PROVIDERS',
      value:
        '\'{"openid_connect":{"SCOPE":[{scopes_list}],"OAUTH_PKCE_ENABLED":true,"APPS":[{"provider_id":"countersign","name":"Countersign","client_id":"{client_id}","secret":"{client_secret}","settings":{"server_url":"{issuer}","token_auth_method":"client_secret_basic"}}]}}\'',
      explanation:
        'PKCE is off by default. It makes a stolen authorization code useless. `provider_id` is part of the redirect URI.',
    },
    {
      name: 'PAPERLESS_URL',
      value: '{address}',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    line: 'NAME=VALUE',
  },
  notes: [
    'People who sign in for the first time see a form with username and email address. `PAPERLESS_SOCIAL_AUTO_SIGNUP` skips it if both are known.',
    'Anyone with a wallet gets an account unless `PAPERLESS_SOCIALACCOUNT_ALLOW_SIGNUPS=false` is set or the application here is restricted to a [group](../groups.md). New accounts have no permissions until an administrator grants them; `PAPERLESS_ACCOUNT_DEFAULT_GROUPS` adds all new accounts to the listed groups.',
    '`PAPERLESS_SOCIAL_ACCOUNT_SYNC_GROUPS` syncs groups with the same name, with the scope `groups` on both sides.',
  ],
  verification: {
    how: 'written',
    version: '3.0.5',
    on: '2026-11-23',
    from: [
      'its documentation ("Configuration")',
      'Authelia’s guide for Paperless, tested there with 3.0.5',
      'the django-allauth documentation',
    ],
  },
}
