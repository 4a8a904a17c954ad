// Grafana: dashboards.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const grafana: ApplicationPreset = {
  id: 'grafana',
  name: 'Grafana',
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
      'Grafana looks into the ID token first and at userinfo only for what is missing: with a bare ID token everybody’s login would be their `sub`, shared wallet or not.',
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
    { name: 'use_pkce', value: 'true', explanation: 'It is off by default; PKCE makes a stolen code useless.' },
    { name: 'allow_sign_up', value: 'true' },
    { name: 'login_attribute_path', value: 'wallet || sub', explanation: 'Never a name that somebody can choose.' },
    { name: 'name_attribute_path', value: 'name || preferred_username || sub' },
    {
      name: 'email_attribute_path',
      value: 'sub',
      explanation:
        'Grafana refuses everybody without an e-mail address ("required attribute email was not provided"), and there is no setting against it. It takes any unique text, so it gets the `sub`. It cannot write to these people; leave `allowed_domains` empty.',
    },
    {
      name: 'signout_redirect_url',
      value: '{issuer}/end-session?client_id={client_id}&post_logout_redirect_uri={address}/login',
    },
  ],
  settingsFormat: { as: 'lines', language: 'ini', first: '[auth.generic_oauth]', line: 'NAME = VALUE' },
  notes: [
    '`root_url` in the section `[server]` has to be the address at which people open it: `{address}/`.',
    'Leave `oauth_allow_insecure_email_lookup` off.',
    "**Roles**: without `role_attribute_path` everybody gets `auto_assign_org_role`. One wallet becomes administrator by `role_attribute_path = wallet == 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8' && 'Admin' || 'Viewer'`, in double quotes as a whole where your file needs them because of the colons. [Groups](../groups.md) work as well: `contains(groups[*], 'staff') && 'Admin' || 'Viewer'`, with `groups` among the scopes.",
    'Grafana keeps its own session. `use_refresh_token = true` ties it to the one at Countersign, but then add `offline_access` to `scopes` and to the application. Grafana has no back-channel logout.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 00f489db',
    on: '2026-11-23',
    from: [
      'its documentation ("Configure generic OAuth authentication")',
      'its source',
      'the guide of Authelia, which tried these settings with 12.3.2',
    ],
  },
}
