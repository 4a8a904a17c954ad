import type { ApplicationPreset } from '../application-preset-types.ts'

export const keycloak: ApplicationPreset = {
  id: 'keycloak',
  name: 'Keycloak',
  category: 'infrastructure',
  description: 'Identity server that uses Countersign as an identity provider.',
  settingsLocation: 'Identity providers → OpenID Connect v1.0',
  address: 'https://keycloak.example/realms/main',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/broker/countersign/endpoint'],
    postLogoutUris: ['{address}/broker/countersign/endpoint/logout_response'],
    backchannelLogoutUri: '{address}/protocol/openid-connect/logout/backchannel-logout',
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'asked',
  signOut: 'both',
  settings: [
    {
      name: 'Alias',
      value: 'countersign',
      explanation: 'Part of the redirect URI.',
    },
    {
      name: 'Discovery endpoint',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'Client authentication',
      value: 'Client secret sent as HTTP Basic authentication',
    },
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client Secret',
      value: '{client_secret}',
    },
    {
      name: 'Scopes',
      value: '{scopes}',
      explanation: 'Under *Advanced*, which appears after *Add*.',
    },
    {
      name: 'Validate Signatures',
      value: 'on',
    },
    {
      name: 'Use JWKS URL',
      value: 'on',
    },
    {
      name: 'Use PKCE',
      value: 'on',
      explanation: 'Off by default; turn it on after *Add*.',
    },
    {
      name: 'PKCE Method',
      value: 'S256',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'The address ends with the realm, as in the redirect URI shown on the screen.',
    'Signing out of an application in the realm redirects through Countersign, because Keycloak takes `end_session_endpoint` from the discovery document. Without the post-logout address registered here, sign-out would end at an error page with both sessions still active. The back-channel address ends the Keycloak session when the one at Countersign ends.',
    '**First sign-in**: Keycloak shows a form with username, email address, first name and last name, all required. To skip it, turn off *Required* for these in *Realm settings → User profile*. People who share no username get their `sub` as their username.',
    '**Groups and wallet**: add a mapper of type *Advanced Claim to Group* with the claim `groups` and the ID of a [group](../groups.md) as its value, and one of type *Attribute Importer* for the claim `wallet`. First create the attribute `wallet` in *Realm settings → User profile* and allow administrators to view it, because Keycloak drops or hides attributes not listed there. Set *Sync mode override* to *Force* to also update people who signed in before.',
    '**Restricting access**: restrict the application here (`--allowed-group`). A Countersign page explains the refusal; back at Keycloak, people see "Access denied when authenticating with countersign".',
    'Leave *Trust Email* off, and never link accounts by email address alone in the first broker login flow.',
  ],
  verification: { how: 'script' },
}
