// Discourse: a forum.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const discourse: ApplicationPreset = {
  id: 'discourse',
  name: 'Discourse',
  description: 'A forum.',
  settingsLocation: 'its site settings, of the plugin discourse-openid-connect, which comes with it',
  address: 'https://forum.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/oidc/callback'],
    postLogoutUris: ['{address}/'],
    scopes: ['openid', 'profile', 'wallet'],
  },
  reasons: {},
  email: 'asked',
  signOut: 'both',
  settings: [
    { name: 'openid_connect_enabled', value: 'on' },
    { name: 'openid_connect_discovery_document', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'openid_connect_client_id', value: '{client_id}' },
    { name: 'openid_connect_client_secret', value: '{client_secret}' },
    { name: 'openid_connect_authorize_scope', value: '{scopes}' },
    {
      name: 'openid_connect_use_pkce',
      value: 'on',
      explanation:
        'It is off by default; PKCE makes a stolen code useless. A plugin too old to have it needs `--pkce optional` on this side; update instead.',
    },
    { name: 'openid_connect_match_by_email', value: 'off', explanation: 'It is on by default.' },
    { name: 'openid_connect_overrides_email', value: 'off' },
    { name: 'openid_connect_rp_initiated_logout', value: 'on' },
    { name: 'openid_connect_rp_initiated_logout_redirect', value: '{address}/' },
  ],
  settingsFormat: { as: 'fields' },
  notes: [
    '**E-mail**: every account of Discourse has one. Because Countersign sends none, the sign-up form asks the person for it, and Discourse sends a mail to confirm it, as to anybody who signs up without a provider. There is no way around it, and accounts cannot be made without that step: leave `auth_skip_create_confirm` off.',
    'The suggested user name is made from `preferred_username`; people can choose another.',
    'The plugin reads userinfo, does not check the signature of the ID token, and sends the secret by `client_secret_basic`: the defaults fit.',
    'It has no back-channel logout.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 09d2e129',
    on: '2026-11-23',
    from: ['the source of its plugin discourse-openid-connect'],
  },
}
