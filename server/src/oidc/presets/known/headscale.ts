// Headscale: a control server for Tailscale’s clients.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const headscale: ApplicationPreset = {
  id: 'headscale',
  name: 'Headscale',
  description: 'A control server for Tailscale’s clients.',
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
    idTokenAlgorithm: 'It accepts the algorithms of the discovery document.',
    claimsIn: 'Names are found there by every version.',
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
      explanation: 'It is off by default; PKCE makes a stolen code useless.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `oidc:
  only_start_if_oidc_is_available: true
  issuer: {issuer}
  client_id: {client_id}
  client_secret: {client_secret}
  scope: [{scopes_list}]
  pkce:
    enabled: true
    method: S256`,
  },
  notes: [
    '`allowed_groups` lets in members of a [group](../groups.md) alone, with `groups` among the scopes of both sides. Do not use `allowed_domains` or `allowed_users`, which go by e-mail address.',
    'ES256 needs no setting.',
  ],
  verification: {
    how: 'by-hand',
    version: '0.29.1',
    on: '2026-11-29',
    what: 'sign-in in a browser by these lines, up to the user that Headscale creates by the user name; `allowed_groups` with a member and with somebody else, who reads "You are not authorized"; no machine was registered',
  },
}
