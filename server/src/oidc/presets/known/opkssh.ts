import type { ApplicationPreset } from '../application-preset-types.ts'

export const opkssh: ApplicationPreset = {
  id: 'opkssh',
  name: 'opkssh',
  category: 'infrastructure',
  description: 'SSH with a wallet: an SSH key that contains an ID token.',
  settingsLocation: '~/.opk/config.yml on each person’s machine, and /etc/opk/providers on each server',
  address: null,
  definition: {
    kind: 'native',
    redirectUris: ['http://localhost:3000/login-callback'],
    scopes: ['openid', 'profile', 'groups', 'offline_access'],
    claimsIn: 'id-token',
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    claimsIn: 'The SSH server sees only the ID token.',
    idTokenAlgorithm: 'Its verifier supports RS256; no ES256 support was found.',
  },
  email: 'unused',
  settings: [
    { name: 'alias', value: 'countersign' },
    { name: 'issuer', value: '{issuer}' },
    { name: 'client_id', value: '{client_id}' },
    { name: 'scopes', value: '{scopes}', explanation: 'The default is `openid profile email`, without `groups`.' },
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
    issuer: "{issuer}"
    client_id: "{client_id}"
    scopes: "{scopes}"
    access_type: offline
    prompt: consent
    redirect_uris:
      - {redirect}
      - http://localhost:10001/login-callback
      - http://localhost:11110/login-callback`,
  },
  notes: [
    'One registered redirect URI is enough for its three ports: Countersign ignores the port of a loopback address.',
    '**Names**: `opkssh add root SUB {issuer}` grants access to one person by `sub`, which is in the ID token (`opkssh inspect`). With `--email alias`, the alias also works.',
    '**Groups**: `opkssh add root oidc:groups:admins {issuer}` grants access to members of a group. A person who leaves the group keeps access until the SSH key expires.',
    '**Signing out** at Countersign does not invalidate an SSH key: the last column of `/etc/opk/providers` sets how long the server accepts it.',
  ],
  sections: [
    {
      title: 'On each server',
      parts: [
        'Add a line to `/etc/opk/providers` with the issuer, the client ID, and how long a key is accepted.',
        { language: 'text', text: `{issuer} {client_id} 24h` },
      ],
    },
  ],
  verification: {
    how: 'written',
    version: 'opkssh, documentation of October 2026',
    on: '2026-11-28',
    from: [
      'the opkssh documentation (configuration files)',
      'the source code of openpubkey; the provider side was tested manually: the loopback ports, prompt=consent, a nonce of 86 characters, a refreshed ID token without a nonce',
    ],
  },
}
