import type { ApplicationPreset } from '../application-preset-types.ts'

export const gitea: ApplicationPreset = {
  id: 'gitea',
  name: 'Gitea',
  category: 'code',
  description: 'Self-hosted Git service.',
  settingsLocation: 'a command, or the same fields under Site Administration → Authentication Sources',
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
      'Versions that redirect to `end_session_endpoint` on sign-out send `ROOT_URL` as the post-logout redirect URI.',
    pkce: 'The version examined does not use PKCE. If a newer version does, Countersign checks it.',
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
      explanation: 'Part of the redirect URI.',
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
    '**Email and username**: while `ENABLE_AUTO_REGISTRATION` in the section `[oauth2_client]` is off (the default), people who sign in for the first time see a form where they link an existing account or create one with a username and email address of their choice.',
    'To allow account creation only through Countersign, set `DISABLE_REGISTRATION = false` and `ALLOW_ONLY_EXTERNAL_REGISTRATION = true` in the section `[service]` of `app.ini`.',
    'Keep `ACCOUNT_LINKING` set to `login`: `auto` links accounts by email address.',
    '**Groups**: with the scope `groups` on both sides, the group claim fields of the authentication source make group members administrators or restricted users.',
    'If a person declines, Gitea shows `missing required parameter "code"`: its library does not read the error.',
    'In older versions, signing out ends only the Gitea session.',
  ],
  verification: {
    how: 'written',
    version: '1.27.3',
    on: '2026-11-23',
    from: [
      'Authelia’s guide for Gitea, tested there with 1.27.3',
      'its `app.example.ini`',
      'manual sign-ins with its library goth 1.82.0',
    ],
  },
}
