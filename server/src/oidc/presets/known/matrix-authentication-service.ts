// Matrix Authentication Service: signs people in to Matrix, beside Synapse.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const matrixAuthenticationService: ApplicationPreset = {
  id: 'matrix-authentication-service',
  name: 'Matrix Authentication Service',
  description: 'Signs people in to Matrix, beside Synapse.',
  settingsLocation: 'its configuration',
  address: 'https://account.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/upstream/callback/01JDC0VNTERS1GN00000000000'],
    backchannelLogoutUri: '{address}/upstream/backchannel-logout/01JDC0VNTERS1GN00000000000',
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'preferred_username', reason: 'Your Matrix address is made from it.' }],
  },
  reasons: {
    requires: 'The local part of the Matrix name is required, and made from it.',
    idTokenAlgorithm:
      'It is what `id_token_signed_response_alg` expects unless that is set; ES256 in both places will do as well.',
  },
  email: 'asked',
  signOut: 'own',
  settings: [
    {
      name: 'upstream_oauth2.providers[0].id',
      value: '01JDC0VNTERS1GN00000000000',
      explanation: 'Any ULID; it is part of both addresses.',
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
      explanation: 'It is off by default, and the ID token has no names in it.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `upstream_oauth2:
  providers:
    - id: 01JDC0VNTERS1GN00000000000
      human_name: Countersign
      issuer: {issuer}
      client_id: {client_id}
      client_secret: {client_secret}
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
    'The local part of somebody’s Matrix name is `preferred_username`, and never changes afterwards. Where it is taken, the sign-in fails; `on_conflict: add` would give the account to whoever comes: leave it off unless every name in it came from here.',
    'With `email` ignored, people enter an address themselves.',
    'PKCE needs no setting (`pkce_method: auto`).',
    '`passwords.enabled: false` sends everybody here at once.',
  ],
  verification: {
    how: 'written',
    version: 'main branch at 02878dfa',
    on: '2026-11-23',
    from: ['its documentation ("Configure an upstream SSO provider", "Configuration file reference")'],
  },
}
