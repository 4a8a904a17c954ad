import type { ApplicationPreset } from '../application-preset-types.ts'

export const gotosocial: ApplicationPreset = {
  id: 'gotosocial',
  name: 'GoToSocial',
  category: 'communication',
  description: 'Lightweight fediverse server.',
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
    claimsIn: 'It reads claims from the ID token.',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
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
    'At their first sign-in, people choose a username, prefilled from `preferred_username`; it cannot be changed later. Later sign-ins are matched by `sub`.',
    '`oidc-admin-groups: [staff]` makes members of a [group](../groups.md) administrators; `oidc-allowed-groups` limits sign-in to members of the listed groups.',
  ],
  verification: {
    how: 'written',
    version: '0.19.1',
    on: '2026-11-23',
    from: ['its documentation ("OpenID Connect")', 'Authelia’s guide for GoToSocial, tested there with 0.19.1'],
  },
}
