// Apache, with mod_auth_openidc: pages of any kind behind a web server.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const apache: ApplicationPreset = {
  id: 'apache',
  name: 'Apache',
  description: 'Any page behind Apache, with mod_auth_openidc.',
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
    idTokenAlgorithm: 'It was run with ES256.',
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
      explanation: 'It lies under a protected path, and nothing real is there.',
    },
    { name: 'OIDCScope', value: '"{scopes}"' },
    {
      name: 'OIDCPKCEMethod',
      value: 'S256',
      explanation: 'Without this line the module uses no PKCE, which makes a stolen code useless.',
    },
    {
      name: 'OIDCRemoteUserClaim',
      value: 'sub',
      explanation:
        '`REMOTE_USER` is the pairwise `sub`. With `wallet` it is the address (`eip155:1:0x…`); whoever does not share it gets in nowhere then. Left out, the module writes `sub@issuer`.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'apache',
    line: 'NAME VALUE',
    last: '\n<Location "/inside/">\n  AuthType openid-connect\n  Require valid-user\n</Location>',
  },
  notes: [
    'Claims are in the environment as `OIDC_CLAIM_wallet` and so on. `Require claim wallet:eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8` in place of `valid-user` lets in one wallet; any other wallet gets a 401.',
    'Sign out by a link to `/inside/callback?logout=https%3A%2F%2F{host}%2Fbye.html`.',
    '**Groups**: add `groups` to the scopes of both sides (`--scope "openid profile wallet groups"`). `Require claim groups:staff` in place of `valid-user` then lets in that [group](../groups.md) alone, and the pages have all of them in `OIDC_CLAIM_groups`.',
  ],
  verification: { how: 'script' },
}
