import type { ApplicationPreset } from '../application-preset-types.ts'

export const vault: ApplicationPreset = {
  id: 'vault',
  name: 'HashiCorp Vault',
  category: 'infrastructure',
  description: 'Secrets management. OpenBao is configured the same way.',
  settingsLocation: 'its command line',
  address: 'https://vault.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/ui/vault/auth/oidc/oidc/callback', 'http://localhost:8250/oidc/callback'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'RS256',
    claimsIn: 'id-token',
  },
  reasons: {
    redirectUris: 'The first is for the web interface, the second for `vault login -method=oidc`.',
    idTokenAlgorithm: 'The only algorithm it accepts, unless `jwt_supported_algs` is set.',
    claimsIn: 'Roles check the claims of the ID token.',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'oidc_discovery_url',
      value: '{issuer}',
    },
    {
      name: 'oidc_client_id',
      value: '{client_id}',
    },
    {
      name: 'oidc_client_secret',
      value: '{client_secret}',
    },
    {
      name: 'default_role',
      value: 'people',
    },
    {
      name: 'allowed_redirect_uris',
      value: '{redirect}',
    },
    {
      name: 'user_claim',
      value: 'sub',
    },
    {
      name: 'oidc_scopes',
      value: 'profile',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'sh',
    text: `vault auth enable oidc
vault write auth/oidc/config \\
  oidc_discovery_url="{issuer}" \\
  oidc_client_id="{client_id}" \\
  oidc_client_secret="{client_secret}" \\
  default_role="people"
vault write auth/oidc/role/people \\
  role_type="oidc" \\
  user_claim="sub" \\
  oidc_scopes="profile" \\
  allowed_redirect_uris="{redirect}" \\
  allowed_redirect_uris="http://localhost:8250/oidc/callback" \\
  policies="default" \\
  ttl="1h"`,
  },
  notes: [
    'The role `people` gives everyone who can sign in here the listed `policies`.',
    'PKCE needs no configuration.',
    'Vault tokens stay valid after the session here ends: keep `ttl` short.',
  ],
  sections: [
    {
      title: 'Role for a group',
      parts: [
        'Such a role refuses people who do not share their groups (`"groups" claim not found in token`): if all your roles are of this kind, run `npx countersign application change {client_id} --require "groups Vault assigns permissions by them."`.',
        {
          language: 'sh',
          text: `vault write auth/oidc/role/admins \\
  role_type="oidc" \\
  user_claim="sub" \\
  groups_claim="groups" \\
  bound_claims='{"groups":["admins"]}' \\
  oidc_scopes="profile,groups" \\
  allowed_redirect_uris="{redirect}" \\
  allowed_redirect_uris="http://localhost:8250/oidc/callback" \\
  policies="admins" \\
  ttl="1h"`,
        },
        'Instead of `policies`, an external Vault identity group with a [group](../groups.md) ID as its alias can assign a policy to its members.',
      ],
    },
  ],
  verification: {
    how: 'by-hand',
    version: 'its OIDC auth method (vault-plugin-auth-jwt 0.26.1), mounted in a small test host',
    on: '2026-11-27',
    what: 'sign-in with the web interface and the command line, group aliases, `bound_claims` with a member and a non-member; the role without groups was not tested',
  },
}
