// opkssh (OpenPubkey SSH): SSH keys that carry an ID token.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const opkssh: ApplicationPreset = {
  id: 'opkssh',
  name: 'opkssh',
  description: 'SSH by wallet: an SSH key that carries an ID token, checked by the server that people log in to.',
  settingsLocation: '~/.opk/config.yml of each person, and /etc/opk/providers of each server',
  address: null,
  definition: {
    kind: 'native',
    redirectUris: ['http://localhost:3000/login-callback'],
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    claimsIn: 'The server that people log in to sees the ID token alone.',
    idTokenAlgorithm: 'Its verifier names RS256; ES256 was not found in it.',
  },
  email: 'unused',
  settings: [
    { name: 'alias', value: 'countersign' },
    { name: 'issuer', value: '{issuer}' },
    { name: 'client_id', value: '{client_id}' },
    { name: 'scopes', value: '{scopes}', explanation: 'The default is `openid profile email`, without groups.' },
    { name: 'access_type', value: 'offline' },
    { name: 'prompt', value: 'consent' },
    { name: 'redirect_uris', value: '{redirect}' },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `default_provider: countersign
providers:
  - alias: countersign
    issuer: {issuer}
    client_id: {client_id}
    scopes: {scopes}
    access_type: offline
    prompt: consent
    redirect_uris:
      - {redirect}
      - http://localhost:10001/login-callback
      - http://localhost:11110/login-callback`,
  },
  notes: [
    'One registered address is enough for its three ports: Countersign ignores the port of a loopback address.',
    '**Names**: `opkssh add root SUB {issuer}` lets one person in by their `sub`, which the ID token shows (`opkssh inspect`). With `--email alias` the alias works in its place.',
    '**Groups**: `opkssh add root oidc:groups:admins {issuer}` lets the members of a group in. A group that a person left since counts until the SSH key expires.',
    '**Signing out** at Countersign does not end an SSH key: the second column of `/etc/opk/providers` says for how long the server accepts it.',
  ],
  sections: [
    {
      title: 'On each server',
      parts: [
        'A line in `/etc/opk/providers`: the issuer, the client ID, and for how long a key is accepted.',
        { language: 'text', text: `{issuer} {client_id} 24h` },
      ],
    },
  ],
  verification: {
    how: 'written',
    version: 'opkssh, documentation of October 2026',
    on: '2026-11-28',
    from: [
      'the documentation of opkssh (configuration files)',
      'the source of openpubkey; the provider’s side was run by hand: the loopback ports, prompt=consent, a nonce of 86 characters, a refreshed ID token without a nonce',
    ],
  },
}
