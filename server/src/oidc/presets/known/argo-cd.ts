// Argo CD: deployments on Kubernetes.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const argoCd: ApplicationPreset = {
  id: 'argo-cd',
  name: 'Argo CD',
  description: 'Deployments on Kubernetes.',
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
    claimsIn: 'It looks for groups in the ID token unless `enableUserInfoGroups` is set.',
    pkce: 'It sends none unless `enablePKCEAuthentication` is set, which is for an application without a secret.',
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
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
      explanation: 'Argo CD replaces what is in double braces, the second by its `url`.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `data:
  url: {address}
  oidc.config: |
    name: Countersign
    issuer: {issuer}
    clientID: {client_id}
    clientSecret: {client_secret}
    requestedScopes: [{scopes_list}]
    logoutURL: {issuer}/end-session?id_token_hint={{token}}&post_logout_redirect_uri={{logoutRedirectURL}}`,
  },
  notes: [
    '`clientSecret` can name a key of a Secret instead, as its documentation shows.',
    '**Rights** hang on groups: `g, staff, role:admin` in `policy.csv` of the ConfigMap `argocd-rbac-cm`.',
    'The command line (`argocd login --sso`) comes back to `http://localhost:8085/auth/callback` without a secret: add an application of kind `native` with that address, and name its client id as `cliClientID`.',
  ],
  verification: {
    how: 'written',
    version: '2.4.5',
    on: '2026-11-23',
    from: [
      'its documentation ("User Management")',
      'the settings that Authelia publishes for Argo CD, tried there with 2.4.5',
    ],
  },
}
