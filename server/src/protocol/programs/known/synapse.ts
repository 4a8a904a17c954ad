// Synapse: a server of Matrix, without Matrix Authentication Service.
import type { Program } from '../program.ts'

export const synapse: Program = {
  id: 'synapse',
  name: 'Synapse',
  about: 'A server of Matrix, without Matrix Authentication Service.',
  where: 'homeserver.yaml',
  address: 'https://matrix.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/_synapse/client/oidc/callback'],
    backchannelLogoutUri: '{address}/_synapse/client/oidc/backchannel_logout',
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  because: {
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
  },
  email: 'unused',
  settings: [
    {
      name: 'oidc_providers[0].issuer',
      value: '{issuer}',
    },
    {
      name: 'oidc_providers[0].client_id',
      value: '{client_id}',
    },
    {
      name: 'oidc_providers[0].client_secret',
      value: '{client_secret}',
    },
    {
      name: 'oidc_providers[0].scopes',
      value: '[{scopes_list}]',
    },
    {
      name: 'oidc_providers[0].user_profile_method',
      value: 'userinfo_endpoint',
      about: 'Otherwise it looks into the ID token, which has no names in it.',
    },
  ],
  form: {
    as: 'text',
    language: 'yaml',
    text: `oidc_providers:
  - idp_id: countersign
    idp_name: Countersign
    discover: true
    issuer: {issuer}
    client_id: {client_id}
    client_secret: {client_secret}
    scopes: [{scopes_list}]
    user_profile_method: userinfo_endpoint
    backchannel_logout_enabled: true
    allow_existing_users: false
    user_mapping_provider:
      config:
        subject_claim: sub
        localpart_template: "{{ user.preferred_username }}"
        display_name_template: "{{ user.name }}"`,
  },
  notes: [
    'The local part of somebody’s Matrix name is `preferred_username`, and never changes afterwards; without `localpart_template` people choose it.',
    '`allow_existing_users: true` would give an account to whoever comes with its name.',
    '`attribute_requirements` with `attribute: groups` lets in members of a [group](../groups.md) alone, with `groups` among the scopes of both sides.',
    'PKCE needs no setting (`pkce_method: auto`).',
  ],
  tried: {
    how: 'written',
    version: '1.127.1',
    on: '2026-11-23',
    from: [
      'its documentation ("Configuration Manual", "OpenID Connect")',
      'the settings that Authelia publishes for Synapse, tried there with 1.127.1',
    ],
  },
}
