import type { ApplicationPreset } from '../application-preset-types.ts'

export const synapse: ApplicationPreset = {
  id: 'synapse',
  name: 'Synapse',
  category: 'communication',
  description: 'Matrix homeserver, without Matrix Authentication Service.',
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
    idTokenAlgorithm: 'Tested with ES256.',
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
      explanation: 'Otherwise Synapse reads the ID token, which contains no names.',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `oidc_providers:
  - idp_id: countersign
    idp_name: Countersign
    discover: true
    issuer: "{issuer}"
    client_id: "{client_id}"
    client_secret: "{client_secret}"
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
    '`allow_existing_users: true` would give an existing account to anyone who signs in with its name.',
    'PKCE needs no configuration (`pkce_method: auto`).',
    'The local part of a Matrix ID is the Countersign username, or the `sub` of people who share none. It never changes: later sign-ins are matched by `sub`.',
    '**Restricting access to a group**: set `attribute_requirements` with `attribute: groups` and `value: staff`, and add the scope `groups` on both sides. Other people see "You are not allowed to log in here."',
    'Ending the session at Countersign invalidates the Matrix access tokens immediately, through back-channel logout.',
  ],
  verification: { how: 'script' },
}
