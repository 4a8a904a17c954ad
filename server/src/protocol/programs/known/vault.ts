// HashiCorp Vault: secrets; OpenBao is set up in the same way.
import type { Program } from '../program.ts'

export const vault: Program = {
  id: 'vault',
  name: 'HashiCorp Vault',
  about: 'Secrets; OpenBao is set up in the same way.',
  where: 'its command line',
  address: 'https://vault.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/ui/vault/auth/oidc/oidc/callback', 'http://localhost:8250/oidc/callback'],
    scopes: ['openid', 'profile', 'groups'],
    idTokenAlgorithm: 'RS256',
    claimsIn: 'id-token',
  },
  because: {
    redirectUris: 'The first is for the screens, the second for `vault login -method=oidc`.',
    idTokenAlgorithm: 'It is what it accepts unless `jwt_supported_algs` says otherwise.',
    claimsIn: 'Roles look at the claims of the ID token.',
  },
  email: 'unused',
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
      value: 'profile,groups',
    },
  ],
  form: {
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
  groups_claim="groups" \\
  oidc_scopes="profile,groups" \\
  allowed_redirect_uris="{redirect}" \\
  allowed_redirect_uris="http://localhost:8250/oidc/callback" \\
  policies="default" \\
  ttl="1h"`,
  },
  notes: [
    '**Rights**: `bound_claims` with `groups` lets in members of a [group](../groups.md) alone; an external identity group with the id of a group as its alias gives a policy to them. Without either, anybody with a wallet gets what `policies` names.',
    'PKCE needs no setting.',
    'What a token of Vault may do does not end with the session here: keep `ttl` short.',
  ],
  tried: {
    how: 'written',
    version: 'documentation at 047d584d',
    on: '2026-11-23',
    from: ['its documentation ("JWT/OIDC auth method")'],
  },
}
