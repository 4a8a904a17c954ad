import type { ApplicationPreset } from '../application-preset-types.ts'

export const proxmox: ApplicationPreset = {
  id: 'proxmox',
  name: 'Proxmox VE',
  category: 'infrastructure',
  description: 'Virtual machines.',
  settingsLocation: 'Datacenter → Permissions → Realms → Add → OpenID Connect Server',
  address: 'https://pve.example:8006',
  definition: {
    kind: 'web',
    redirectUris: ['{address}'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it supports ES256. Every client must support RS256 (OpenID Connect Core §15.1).',
  },
  email: 'unused',
  signOut: 'own',
  settings: [
    {
      name: 'Issuer URL',
      value: '{issuer}',
    },
    {
      name: 'Realm',
      value: 'countersign',
    },
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client Key',
      value: '{client_secret}',
    },
    {
      name: 'Username Claim',
      value: 'Default (subject)',
      explanation:
        'The user is `sub@countersign`. This cannot be changed after the realm is created. With `preferred_username` instead, people who change their username become a different user.',
    },
    {
      name: 'Scopes',
      value: '{scopes}',
    },
    {
      name: 'Autocreate Users',
      value: 'on',
    },
  ],
  settingsFormat: {
    as: 'fields',
  },
  notes: [
    'New accounts have no permissions until they get a role, so allowing everyone to sign in is safe; restricting access to a [group](../groups.md) is safer.',
    'Register every address at which people open it, with its port and without a trailing slash.',
    '`Groups Claim` imports groups, with the scope `groups` on both sides.',
  ],
  verification: {
    how: 'written',
    version: 'VE 8.4.1, Backup Server 3.4.2',
    on: '2026-11-23',
    from: ['Authelia’s guide for Proxmox, tested there with VE 8.4.1 and Backup Server 3.4.2'],
  },
}
