// Synapse: a server of Matrix, without Matrix Authentication Service.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const synapse: ApplicationPreset = {
  id: 'synapse',
  name: 'Synapse',
  description: 'A server of Matrix, without Matrix Authentication Service.',
  settingsLocation: 'homeserver.yaml',
  address: 'https://matrix.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/_synapse/client/oidc/callback'],
    backchannelLogoutUri: '{address}/_synapse/client/oidc/backchannel_logout',
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'It was run with ES256.',
  },
  email: 'unused',
  signOut: 'own',
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
      explanation: 'Otherwise it looks into the ID token, which has no names in it.',
    },
  ],
  settingsFormat: {
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
        localpart_template: "{{ user.preferred_username or user.sub }}"
        display_name_template: "{{ user.name or user.preferred_username }}"`,
  },
  notes: [
    '`allow_existing_users: true` would give an account to whoever comes with its name.',
    'PKCE needs no setting (`pkce_method: auto`).',
    'The local part of a Matrix name is the user name here, or the `sub` of a person who shares none. It never changes afterwards: people are found by `sub`.',
    '**Only a group**: `attribute_requirements` with `attribute: groups` and `value: staff`, and `groups` in the scopes of both sides. Anyone else sees "You are not allowed to log in here."',
    'Ending the session at Countersign makes the access tokens of Matrix invalid at once, by back-channel logout.',
  ],
  verification: { how: 'script' },
}
