import type { ApplicationPreset } from '../application-preset-types.ts'

export const apache: ApplicationPreset = {
  id: 'apache',
  name: 'Apache',
  category: 'infrastructure',
  description: 'Pages served by Apache, with mod_auth_openidc.',
  settingsLocation: 'its configuration',
  address: 'https://wiki.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/inside/callback'],
    postLogoutUris: ['{address}/bye.html'],
    backchannelLogoutUri: '{address}/inside/callback?logout=backchannel',
    scopes: ['openid', 'profile', 'wallet'],
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'Tested with ES256.',
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'OIDCProviderMetadataURL', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'OIDCClientID', value: '{client_id}' },
    { name: 'OIDCClientSecret', value: '{client_secret}' },
    { name: 'OIDCCryptoPassphrase', value: '"exec:/bin/cat /etc/apache2/oidc-passphrase"' },
    {
      name: 'OIDCRedirectURI',
      value: '{redirect}',
      explanation: 'Must be under a protected path, and must not be the path of a real page.',
    },
    { name: 'OIDCScope', value: '"{scopes}"' },
    {
      name: 'OIDCPKCEMethod',
      value: 'S256',
      explanation: 'Without this line, the module does not use PKCE. PKCE makes a stolen authorization code useless.',
    },
    {
      name: 'OIDCRemoteUserClaim',
      value: 'sub',
      explanation:
        '`REMOTE_USER` is the pairwise `sub`. With `wallet`, it is the address (`eip155:1:0x…`), and people who do not share their address have no access. Without this line, it is `sub@issuer`.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'apache',
    line: 'NAME VALUE',
    last: '\n<Location "/inside/">\n  AuthType openid-connect\n  Require valid-user\n</Location>',
  },
  notes: [
    'Claims are available as environment variables such as `OIDC_CLAIM_wallet`. To allow a single wallet, replace `valid-user` with `Require claim wallet:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`; all other wallets get a 401 response.',
    'The sign-out link is `/inside/callback?logout=https%3A%2F%2F{host}%2Fbye.html`.',
    '**Groups**: add `groups` to the scopes on both sides (`--scope "openid profile wallet groups"`). To allow only one [group](../groups.md), replace `valid-user` with `Require claim groups:staff`. `OIDC_CLAIM_groups` contains all of the person’s groups.',
  ],
  verification: { how: 'script' },
}
