// Nextcloud, with the app user_oidc.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const nextcloud: ApplicationPreset = {
  id: 'nextcloud',
  name: 'Nextcloud',
  description: 'Files and calendars, with the app user_oidc.',
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
    idTokenAlgorithm: 'user_oidc accepts it without a setting.',
    redirectUris:
      'Nextcloud sends the redirect address with or without `index.php`, depending on its web server; both are registered.',
    authentication:
      'user_oidc sends the secret in the body wherever the server knows that way, whatever was registered.',
    claimsIn:
      "It reads the ID token alone. The other way is `'user_oidc' => ['enrich_login_id_token_with_userinfo' => true]` in `config.php`.",
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
        'It makes the `sub` the user id in Nextcloud; with 1 it is a hash of it. Choose before the first sign-in: it cannot be changed afterwards.',
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
    '**E-mail**: accounts have none, which Nextcloud allows. People can enter one in their settings.',
    'Whoever shares no name has no display name; Nextcloud shows the user id then.',
    'PKCE and ES256 need no setting. Both logouts work as registered; for the back-channel the last part of the address is the identifier that you gave to `occ`.',
    '`allow_multiple_user_backends` set to 0 sends everybody to Countersign at once; `/login?direct=1` still shows Nextcloud’s own form.',
  ],
  verification: {
    how: 'written',
    version: 'user_oidc, main branch',
    on: '2026-11-23',
    from: [
      'its documentation',
      'its source (nextcloud/user_oidc)',
      'the guide of Authelia, which tried user_oidc 8.0.0 on Nextcloud 31.0.5',
    ],
  },
}
