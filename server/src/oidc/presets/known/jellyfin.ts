import type { ApplicationPreset } from '../application-preset-types.ts'

export const jellyfin: ApplicationPreset = {
  id: 'jellyfin',
  name: 'Jellyfin',
  category: 'media',
  description: 'Media server, with the plugin SSO-Auth (9p4).',
  settingsLocation: 'Dashboard → Plugins → SSO-Auth',
  address: 'https://films.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/sso/OID/redirect/countersign'],
    scopes: ['openid', 'profile', 'groups'],
    authentication: 'client_secret_post',
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'preferred_username', reason: 'Jellyfin identifies you by it.' }],
  },
  reasons: {
    requires: 'The plugin matches people by the claim configured as the username.',
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
    authentication: 'It sends the secret in the request body.',
  },
  email: 'unused',
  signOut: 'own',
  accountMatching: 'name',
  settings: [
    {
      name: 'Name of the OID Provider',
      value: 'countersign',
      explanation: 'Part of the redirect URI.',
    },
    {
      name: 'OID Endpoint',
      value: '{issuer}',
    },
    {
      name: 'OpenID Client ID',
      value: '{client_id}',
    },
    {
      name: 'OID Secret',
      value: '{client_secret}',
    },
    {
      name: 'Enabled',
      value: 'on',
    },
    {
      name: 'Enable Authorization by Plugin',
      value: 'on',
    },
    {
      name: 'Enable All Folders',
      value: 'on',
    },
    {
      name: 'Role Claim',
      value: 'groups',
    },
    {
      name: 'Request Additional Scopes',
      value: 'groups',
    },
    {
      name: 'Set default username claim',
      value: 'preferred_username',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'Sign-in starts at `{address}/sso/OID/start/countersign`; the plugin documentation shows how to add a button to the login page.',
    '`Roles` limits access to members of a [group](../groups.md); `Admin Roles` makes members administrators. Without roles, leave `Enable Authorization by Plugin` off and assign permissions in Jellyfin.',
    'The plugin’s authors describe it as alpha software. It works in the web client; other clients use Quick Connect.',
  ],
  verification: {
    how: 'written',
    version: 'Jellyfin 10.10.6',
    on: '2026-11-23',
    from: [
      'the plugin documentation (9p4/jellyfin-plugin-sso at 01866d81)',
      'Authelia’s guide for Jellyfin, tested there with 10.10.6',
    ],
  },
}
