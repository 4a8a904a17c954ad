import type { ApplicationPreset } from '../application-preset-types.ts'

export const matrixAuthenticationService: ApplicationPreset = {
  id: 'matrix-authentication-service',
  name: 'Matrix Authentication Service',
  category: 'communication',
  description: 'Sign-in service for Matrix, used with Synapse.',
  settingsLocation: 'its configuration',
  address: 'https://account.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/upstream/callback/01JDC0VNTERS1GN00000000000'],
    backchannelLogoutUri: '{address}/upstream/backchannel-logout/01JDC0VNTERS1GN00000000000',
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'preferred_username', reason: 'Your Matrix ID is created from it.' }],
  },
  reasons: {
    requires: 'The required local part of the Matrix ID is created from it.',
    idTokenAlgorithm: 'The default of `id_token_signed_response_alg`; ES256 in both places also works.',
  },
  email: 'asked',
  signOut: 'own',
  settings: [
    {
      name: 'upstream_oauth2.providers[0].id',
      value: '01JDC0VNTERS1GN00000000000',
      explanation: 'Any ULID; part of both addresses.',
    },
    {
      name: 'upstream_oauth2.providers[0].issuer',
      value: '{issuer}',
    },
    {
      name: 'upstream_oauth2.providers[0].client_id',
      value: '{client_id}',
    },
    {
      name: 'upstream_oauth2.providers[0].client_secret',
      value: '{client_secret}',
    },
    {
      name: 'upstream_oauth2.providers[0].scope',
      value: '{scopes}',
    },
    {
      name: 'upstream_oauth2.providers[0].fetch_userinfo',
      value: 'true',
      explanation: 'Off by default, and the ID token contains no names.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `upstream_oauth2:
  providers:
    - id: 01JDC0VNTERS1GN00000000000
      human_name: Countersign
      issuer: "{issuer}"
      client_id: "{client_id}"
      client_secret: "{client_secret}"
      token_endpoint_auth_method: client_secret_basic
      scope: "{scopes}"
      fetch_userinfo: true
      on_backchannel_logout: logout_browser_only
      claims_imports:
        localpart:
          action: require
          template: "{{ user.preferred_username }}"
        displayname:
          action: suggest
          template: "{{ user.name }}"
        email:
          action: ignore`,
  },
  notes: [
    'The local part of a Matrix ID is `preferred_username` and never changes. If it is taken, the sign-in fails; `on_conflict: add` would give the existing account to anyone who signs in with that name. Use it only if every name there came from Countersign.',
    'With `email` ignored, people enter an address themselves.',
    'PKCE needs no configuration (`pkce_method: auto`).',
    '`passwords.enabled: false` redirects everyone to Countersign immediately.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 02878dfa',
    on: '2026-11-23',
    from: ['its documentation ("Configure an upstream SSO provider", "Configuration file reference")'],
  },
}
