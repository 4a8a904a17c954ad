// Paperless-ngx: documents, scanned and found again.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const paperlessNgx: ApplicationPreset = {
  id: 'paperless-ngx',
  name: 'Paperless-ngx',
  description: 'Documents, scanned and found again.',
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
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
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
        'PKCE is off by default; it makes a stolen code useless. `provider_id` is part of the redirect address.',
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
    'Whoever comes for the first time is shown a form with user name and e-mail address. `PAPERLESS_SOCIAL_AUTO_SIGNUP` skips it where both are known.',
    'Anybody with a wallet gets an account unless `PAPERLESS_SOCIALACCOUNT_ALLOW_SIGNUPS=false`, or the application here is for a [group](../groups.md). An account may do nothing until somebody gives it rights; `PAPERLESS_ACCOUNT_DEFAULT_GROUPS` does that for all.',
    '`PAPERLESS_SOCIAL_ACCOUNT_SYNC_GROUPS` takes over groups of the same name, with `groups` among the scopes of both sides.',
  ],
  verification: {
    how: 'written',
    version: '3.0.5',
    on: '2026-11-23',
    from: [
      'its documentation ("Configuration")',
      'the settings that Authelia publishes for Paperless, tried there with 3.0.5',
      'the documentation of django-allauth',
    ],
  },
}
