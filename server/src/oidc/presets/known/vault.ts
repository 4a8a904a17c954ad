// HashiCorp Vault: secrets; OpenBao is set up in the same way.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const vault: ApplicationPreset = {
  id: 'vault',
  name: 'HashiCorp Vault',
  description: 'Secrets; OpenBao is set up in the same way.',
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
    redirectUris: 'The first is for the screens, the second for `vault login -method=oidc`.',
    idTokenAlgorithm: 'It is what it accepts unless `jwt_supported_algs` says otherwise.',
    claimsIn: 'Roles look at the claims of the ID token.',
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
    'The role `people` is for everyone who can sign in here, and gives them what `policies` names.',
    'PKCE needs no setting.',
    'What a token of Vault may do does not end with the session here: keep `ttl` short.',
  ],
  sections: [
    {
      title: 'A role for a group',
      parts: [
        'Such a role refuses a person who leaves out their groups (`"groups" claim not found in token`): run `npx countersign application change {client_id} --require "groups Vault gives rights by them."` if all your roles are of this kind.',
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
        'In place of `policies`, an external identity group of Vault with the ID of a [group](../groups.md) as its alias gives a policy to its members.',
      ],
    },
  ],
  verification: {
    how: 'by-hand',
    version: 'its OIDC method (vault-plugin-auth-jwt 0.26.1), mounted in a small host',
    on: '2026-11-27',
    what: 'sign-in by the screens and by the command line, group aliases, `bound_claims` with a person inside and one outside of the group; the role without groups was not run',
  },
}
