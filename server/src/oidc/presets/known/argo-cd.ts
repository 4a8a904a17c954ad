import type { ApplicationPreset } from '../application-preset-types.ts'

export const argoCd: ApplicationPreset = {
  id: 'argo-cd',
  name: 'Argo CD',
  category: 'code',
  description: 'Continuous deployment for Kubernetes.',
  settingsLocation: 'the ConfigMap argocd-cm',
  address: 'https://argocd.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/auth/callback'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'RS256',
    pkce: 'optional',
    claimsIn: 'id-token',
    postLogoutUris: ['{address}', '{address}/'],
  },
  reasons: {
    claimsIn: 'It reads groups from the ID token unless `enableUserInfoGroups` is set.',
    pkce: 'It does not use PKCE unless `enablePKCEAuthentication` is set, and that setting is for applications without a secret.',
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    {
      name: 'url',
      value: '{address}',
    },
    {
      name: 'oidc.config issuer',
      value: '{issuer}',
    },
    {
      name: 'oidc.config clientID',
      value: '{client_id}',
    },
    {
      name: 'oidc.config clientSecret',
      value: '{client_secret}',
    },
    {
      name: 'oidc.config requestedScopes',
      value: '[{scopes_list}]',
    },
    {
      name: 'oidc.config logoutURL',
      value: '{issuer}/end-session?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}',
      explanation: 'Argo CD fills in the values in double braces; the second is its `url`.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `data:
  url: "{address}"
  oidc.config: |
    name: Countersign
    issuer: "{issuer}"
    clientID: "{client_id}"
    clientSecret: "{client_secret}"
    requestedScopes: [{scopes_list}]
    logoutURL: "{issuer}/end-session?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}"`,
  },
  notes: [
    '`clientSecret` can instead reference a key in a Kubernetes Secret; see the Argo CD documentation.',
    '**Permissions** depend on groups: for example, add `g, staff, role:admin` to `policy.csv` in the ConfigMap `argocd-rbac-cm`.',
    'The command line (`argocd login --sso`) has no secret and uses the redirect URI `http://localhost:8085/auth/callback`: add an application of kind `native` with that address, and set `cliClientID` to its client ID.',
  ],
  verification: {
    how: 'written',
    version: '2.4.5',
    on: '2026-11-23',
    from: ['its documentation ("User Management")', 'Authelia’s guide for Argo CD, tested there with 2.4.5'],
  },
}
