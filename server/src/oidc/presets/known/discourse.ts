import type { ApplicationPreset } from '../application-preset-types.ts'

export const discourse: ApplicationPreset = {
  id: 'discourse',
  name: 'Discourse',
  category: 'communication',
  description: 'A forum.',
  settingsLocation: 'its site settings, for the bundled plugin discourse-openid-connect',
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
        'Off by default. PKCE makes a stolen authorization code useless. If the plugin is too old to support it, upgrade it, or use `--pkce optional` here.',
    },
    {
      name: 'openid_connect_match_by_email',
      value: 'off',
      explanation:
        'On by default. Turn it off: otherwise anyone who signs in with the email address of an existing account gets that account.',
    },
    { name: 'openid_connect_overrides_email', value: 'off' },
    { name: 'openid_connect_rp_initiated_logout', value: 'on' },
    { name: 'openid_connect_rp_initiated_logout_redirect', value: '{address}/' },
  ],
  settingsFormat: { as: 'fields' },
  notes: [
    '**Email**: every Discourse account needs an address. Because Countersign sends none, the sign-up form asks for one and Discourse sends a confirmation email, as it does for people who sign up without a provider. This step cannot be skipped: leave `auth_skip_create_confirm` off.',
    'The suggested username comes from `preferred_username`; people can choose a different one.',
    'The plugin reads userinfo, does not verify the ID token signature, and sends the secret with `client_secret_basic`: the defaults work.',
    'It does not support back-channel logout.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 09d2e129',
    on: '2026-11-23',
    from: ['the source code of the plugin discourse-openid-connect'],
  },
}
