// Proxmox VE: virtual machines.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const proxmox: ApplicationPreset = {
  id: 'proxmox',
  name: 'Proxmox VE',
  description: 'Virtual machines.',
  settingsLocation: 'Datacenter → Permissions → Realms, added as an OpenID Connect Server',
  address: 'https://pve.example:8006',
  definition: {
    kind: 'web',
    redirectUris: ['{address}'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
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
        'The user is `sub@countersign`. It cannot be changed once the realm is made; `preferred_username` is the other choice, and a name that somebody changes makes another user then.',
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
    'An account that was made may do nothing until it is given a role, so that it is safe to let anybody sign in; a [group](../groups.md) is safer.',
    'Each address at which people open it has to be registered, with its port and without a slash at the end.',
    '`Groups Claim` takes over groups, with `groups` among the scopes of both sides.',
  ],
  verification: {
    how: 'written',
    version: 'VE 8.4.1, Backup Server 3.4.2',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for Proxmox, tried there with VE 8.4.1 and Backup Server 3.4.2'],
  },
}
