// Keycloak: another sign-in server, which asks this one (identity brokering).
import type { ApplicationPreset } from '../application-preset-types.ts'

export const keycloak: ApplicationPreset = {
  id: 'keycloak',
  name: 'Keycloak',
  description: 'Another sign-in server, which asks this one (identity brokering).',
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
    idTokenAlgorithm: 'It was run with ES256.',
  },
  email: 'asked',
  signOut: 'both',
  settings: [
    {
      name: 'Alias',
      value: 'countersign',
      explanation: 'It is part of the redirect address.',
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
      explanation: 'Under *Advanced*, which is there after *Add*.',
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
      explanation: 'It is off by default, and can be switched on after *Add*.',
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
    'The address ends with the realm, as in the redirect address that the screen shows.',
    'Signing out of an application of the realm leads through Countersign, because Keycloak takes `end_session_endpoint` from the discovery document. Without the post-logout address that is registered here it would end at an error page, with both sessions alive. The back-channel address ends the session at Keycloak when the one at Countersign ends.',
    '**First sign-in**: Keycloak shows a form with user name, email address, first name and last name, all required. Take *Required* off these in *Realm settings → User profile*, and no one is asked anything. A person who shares no user name gets their `sub` as one.',
    '**Groups and wallet**: add a mapper of the type *Advanced Claim to Group* with the claim `groups` and the ID of a [group](../groups.md) as its value, and one of the type *Attribute Importer* for the claim `wallet`; create the attribute `wallet` in *Realm settings → User profile* first, and let administrators view it, because Keycloak drops or hides what is not listed there. With *Sync mode override* at *Force* they also reach people who signed in before.',
    '**Only some people**: restrict the application here (`--allowed-group`). A page of Countersign tells a refused person why; back at Keycloak they read "Access denied when authenticating with countersign".',
    'Leave *Trust Email* off, and link no one by their email address alone in the first broker login.',
  ],
  verification: { how: 'script' },
}
