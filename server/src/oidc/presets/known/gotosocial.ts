// GoToSocial: a small server of the fediverse.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const gotosocial: ApplicationPreset = {
  id: 'gotosocial',
  name: 'GoToSocial',
  description: 'A small server of the fediverse.',
  settingsLocation: 'its config.yaml',
  address: 'https://social.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/callback'],
    scopes: ['openid', 'profile', 'groups'],
    pkce: 'optional',
    claimsIn: 'id-token',
  },
  reasons: {
    claimsIn: 'It reads the ID token.',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'alias',
  signOut: 'own',
  settings: [
    {
      name: 'oidc-enabled',
      value: 'true',
    },
    {
      name: 'oidc-idp-name',
      value: '"Countersign"',
    },
    {
      name: 'oidc-issuer',
      value: '"{issuer}"',
    },
    {
      name: 'oidc-client-id',
      value: '"{client_id}"',
    },
    {
      name: 'oidc-client-secret',
      value: '"{client_secret}"',
    },
    {
      name: 'oidc-scopes',
      value: '[{scopes_list}, "email"]',
    },
    {
      name: 'oidc-link-existing',
      value: 'false',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'yaml',
    line: 'NAME: VALUE',
  },
  notes: [
    'Whoever comes for the first time chooses a user name, which is filled in from `preferred_username` and never changes. Afterwards they are known by `sub`.',
    '`oidc-admin-groups: [staff]` makes members of a [group](../groups.md) administrators; `oidc-allowed-groups` lets in nobody else.',
  ],
  verification: {
    how: 'written',
    version: '0.19.1',
    on: '2026-11-23',
    from: [
      'its documentation ("OpenID Connect")',
      'the settings that Authelia publishes for GoToSocial, tried there with 0.19.1',
    ],
  },
}
