import type { ApplicationPreset } from '../application-preset-types.ts'

export const headscale: ApplicationPreset = {
  id: 'headscale',
  name: 'Headscale',
  category: 'infrastructure',
  description: 'Self-hosted control server for Tailscale clients.',
  settingsLocation: 'config.yaml',
  address: 'https://headscale.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/oidc/callback'],
    scopes: ['openid', 'profile'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'It accepts the algorithms in the discovery document.',
    claimsIn: 'All versions read names from the ID token.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'oidc.issuer',
      value: '{issuer}',
    },
    {
      name: 'oidc.client_id',
      value: '{client_id}',
    },
    {
      name: 'oidc.client_secret',
      value: '{client_secret}',
    },
    {
      name: 'oidc.scope',
      value: '[{scopes_list}]',
    },
    {
      name: 'oidc.pkce.enabled',
      value: 'true',
      explanation: 'Off by default. PKCE makes a stolen authorization code useless.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `oidc:
  only_start_if_oidc_is_available: true
  issuer: "{issuer}"
  client_id: "{client_id}"
  client_secret: "{client_secret}"
  scope: [{scopes_list}]
  pkce:
    enabled: true
    method: S256`,
  },
  notes: [
    '`allowed_groups` limits access to members of a [group](../groups.md), with the scope `groups` on both sides. Do not use `allowed_domains` or `allowed_users`, which match by email address.',
    'ES256 needs no configuration.',
  ],
  verification: {
    how: 'by-hand',
    version: '0.29.1',
    on: '2026-11-29',
    what: 'sign-in in a browser with this configuration, until Headscale created the user by username; `allowed_groups` with a member and a non-member, who sees "You are not authorized"; no machine was registered',
  },
}
