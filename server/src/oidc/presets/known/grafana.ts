import type { ApplicationPreset } from '../application-preset-types.ts'

export const grafana: ApplicationPreset = {
  id: 'grafana',
  name: 'Grafana',
  category: 'data',
  description: 'Dashboards.',
  settingsLocation: 'grafana.ini, section [auth.generic_oauth]',
  address: 'https://grafana.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/login/generic_oauth'],
    postLogoutUris: ['{address}/login'],
    scopes: ['openid', 'profile', 'wallet'],
    claimsIn: 'id-token',
  },
  reasons: {
    claimsIn:
      'Grafana reads the ID token first and userinfo only for missing values: with no claims in the ID token, every login would be the `sub`, even for people who share their wallet.',
  },
  email: 'any-text',
  signOut: 'both',
  settings: [
    { name: 'enabled', value: 'true' },
    { name: 'name', value: 'Countersign' },
    { name: 'client_id', value: '{client_id}' },
    { name: 'client_secret', value: '{client_secret}' },
    { name: 'auth_style', value: 'InHeader' },
    { name: 'scopes', value: '{scopes}' },
    { name: 'auth_url', value: '{issuer}/authorize' },
    { name: 'token_url', value: '{issuer}/token' },
    { name: 'api_url', value: '{issuer}/userinfo' },
    { name: 'use_pkce', value: 'true', explanation: 'Off by default. PKCE makes a stolen authorization code useless.' },
    { name: 'allow_sign_up', value: 'true' },
    { name: 'login_attribute_path', value: 'wallet || sub', explanation: 'Never use a name that people can choose.' },
    { name: 'name_attribute_path', value: 'name || preferred_username || sub' },
    {
      name: 'email_attribute_path',
      value: 'sub',
      explanation:
        'Grafana requires an email address ("required attribute email was not provided"), and no setting changes that. It accepts any unique text, so it gets the `sub`. It cannot send email to these people; leave `allowed_domains` empty.',
    },
    {
      name: 'signout_redirect_url',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/login',
    },
  ],
  settingsFormat: { as: 'lines', language: 'ini', first: '[auth.generic_oauth]', line: 'NAME = VALUE' },
  notes: [
    '`root_url` in the section `[server]` must be the address at which people open Grafana: `{address}/`.',
    'Leave `oauth_allow_insecure_email_lookup` off.',
    "**Roles**: without `role_attribute_path`, everyone gets `auto_assign_org_role`. To make one wallet an administrator, set `role_attribute_path = wallet == 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' && 'Admin' || 'Viewer'`; if the colons require quoting in your file format, put the whole expression in double quotes. [Groups](../groups.md) also work: `contains(groups[*], 'staff') && 'Admin' || 'Viewer'`, with the scope `groups`.",
    'Grafana keeps its own session. `use_refresh_token = true` ties it to the session at Countersign, but requires `offline_access` in `scopes` and in the application. Grafana does not support back-channel logout.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 00f489db',
    on: '2026-11-23',
    from: [
      'its documentation ("Configure generic OAuth authentication")',
      'its source',
      'Authelia’s guide, tested there with 12.3.2',
    ],
  },
}
