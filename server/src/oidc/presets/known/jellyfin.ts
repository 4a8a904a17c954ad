// Jellyfin: films and music, with the plugin SSO-Auth (9p4).
import type { ApplicationPreset } from '../application-preset-types.ts'

export const jellyfin: ApplicationPreset = {
  id: 'jellyfin',
  name: 'Jellyfin',
  description: 'Films and music, with the plugin SSO-Auth (9p4).',
  settingsLocation: 'Dashboard → Plugins → SSO-Auth',
  address: 'https://films.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/sso/OID/redirect/countersign'],
    scopes: ['openid', 'profile', 'groups'],
    authentication: 'client_secret_post',
    idTokenAlgorithm: 'RS256',
    requires: [{ claim: 'preferred_username', reason: 'Jellyfin knows you by it.' }],
  },
  reasons: {
    requires: 'The plugin finds people by the claim that is set as user name.',
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    authentication: 'It sends the secret in the body.',
  },
  email: 'unused',
  signOut: 'own',
  accountMatching: 'name',
  settings: [
    {
      name: 'Name of the OID Provider',
      value: 'countersign',
      explanation: 'It is part of the redirect address.',
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
    'People begin at `{address}/sso/OID/start/countersign`; the documentation of the plugin shows how to put a button on the login page.',
    '`Roles` lets in members of a [group](../groups.md) alone, `Admin Roles` makes administrators. Without roles, leave `Enable Authorization by Plugin` off: rights are then given in Jellyfin.',
    'The plugin calls itself alpha. It works in the web client, and elsewhere by Quick Connect.',
  ],
  verification: {
    how: 'written',
    version: 'Jellyfin 10.10.6',
    on: '2026-11-23',
    from: [
      'the documentation of the plugin (9p4/jellyfin-plugin-sso at 01866d81)',
      'the settings that Authelia publishes for Jellyfin, tried there with 10.10.6',
    ],
  },
}
