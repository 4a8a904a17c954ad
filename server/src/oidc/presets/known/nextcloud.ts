import type { ApplicationPreset } from '../application-preset-types.ts'

export const nextcloud: ApplicationPreset = {
  id: 'nextcloud',
  name: 'Nextcloud',
  category: 'files',
  description: 'Files and calendars, with the user_oidc app.',
  settingsLocation: 'a command, after "occ app:install user_oidc"',
  address: 'https://cloud.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/apps/user_oidc/code', '{address}/index.php/apps/user_oidc/code'],
    postLogoutUris: ['{address}/'],
    backchannelLogoutUri: '{address}/index.php/apps/user_oidc/backchannel-logout/countersign',
    scopes: ['openid', 'profile', 'wallet'],
    authentication: 'client_secret_post',
    claimsIn: 'id-token',
    idTokenAlgorithm: 'ES256',
  },
  reasons: {
    idTokenAlgorithm: 'user_oidc accepts ES256 without configuration.',
    redirectUris:
      'Nextcloud sends the redirect URI with or without `index.php`, depending on its web server; both are registered.',
    authentication:
      'user_oidc sends the secret in the request body if the server supports it, regardless of what is registered.',
    claimsIn:
      "It reads only the ID token. Alternatively, set `'user_oidc' => ['enrich_login_id_token_with_userinfo' => true]` in `config.php`.",
  },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'clientid', value: '{client_id}' },
    { name: 'clientsecret', value: '{client_secret}' },
    { name: 'discoveryuri', value: '{issuer}/.well-known/openid-configuration' },
    { name: 'scope', value: '"{scopes}"' },
    { name: 'mapping-uid', value: 'sub' },
    { name: 'mapping-display-name', value: 'preferred_username' },
    {
      name: 'unique-uid',
      value: '0',
      explanation:
        'With 0, the Nextcloud user ID is the `sub`; with 1, it is a hash of the `sub`. Choose before the first sign-in: the ID cannot be changed afterward.',
    },
    { name: 'send-id-token-hint', value: '1' },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    first: 'occ user_oidc:provider countersign',
    line: '--NAME=VALUE',
    between: ' \\\n  ',
  },
  notes: [
    '**Email**: accounts have no address, which Nextcloud allows. People can enter one in their settings.',
    'People who share no name have no display name; Nextcloud shows the user ID instead.',
    'PKCE and ES256 need no configuration. Both logouts work as registered; the last part of the back-channel address is the identifier passed to `occ`.',
    '`allow_multiple_user_backends` set to 0 redirects everyone to Countersign immediately; `/login?direct=1` still shows Nextcloud’s own form.',
  ],
  verification: {
    how: 'written',
    version: 'user_oidc, main branch',
    on: '2026-11-23',
    from: [
      'its documentation',
      'its source (nextcloud/user_oidc)',
      'Authelia’s guide, tested there with user_oidc 8.0.0 on Nextcloud 31.0.5',
    ],
  },
}
