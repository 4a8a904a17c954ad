// Gitea: source code, on a server of one’s own.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const gitea: ApplicationPreset = {
  id: 'gitea',
  name: 'Gitea',
  description: 'Source code, on a server of one’s own.',
  settingsLocation: 'a command, or the same fields at Site Administration → Authentication Sources',
  address: 'https://gitea.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/user/oauth2/countersign/callback'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    postLogoutUris: ['{address}', '{address}/'],
  },
  reasons: {
    postLogoutUris:
      'From the version that sends people to `end_session_endpoint`, it gives its `ROOT_URL` as the address to come back to.',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'asked',
  signOut: 'both',
  settings: [
    {
      name: 'provider',
      value: 'openidConnect',
    },
    {
      name: 'name',
      value: 'countersign',
      explanation: 'It is part of the redirect address.',
    },
    {
      name: 'key',
      value: '{client_id}',
    },
    {
      name: 'secret',
      value: '{client_secret}',
    },
    {
      name: 'auto-discover-url',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'scopes',
      value: '"{scopes}"',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'sh',
    first: 'gitea admin auth add-oauth',
    line: '--NAME=VALUE',
    between: ` \\
  `,
  },
  notes: [
    '**E-mail and user name**: as long as `ENABLE_AUTO_REGISTRATION` of the section `[oauth2_client]` is off, which it is by default, whoever comes for the first time is shown a form in which they link an account that they have, or make one with a user name and an e-mail address of their own.',
    'To let people make accounts by this way alone, set `DISABLE_REGISTRATION = false` and `ALLOW_ONLY_EXTERNAL_REGISTRATION = true` in the section `[service]` of `app.ini`.',
    'Leave `ACCOUNT_LINKING` at `login`: `auto` links accounts by e-mail address.',
    '**Groups**: with `groups` among the scopes of both sides, the fields about a group claim of the authentication source make administrators and restricted users of members.',
    'A person who declines is shown `missing required parameter "code"` by Gitea: its library does not read the error.',
    'Older versions end their own session alone on sign-out.',
  ],
  verification: {
    how: 'written',
    version: '1.27.3',
    on: '2026-11-23',
    from: [
      'the settings that Authelia publishes for Gitea, tried there with 1.27.3',
      'its `app.example.ini`',
      'sign-ins by its library goth 1.82.0, by hand',
    ],
  },
}
