// Forgejo: source code, on a server of one’s own.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const forgejo: ApplicationPreset = {
  id: 'forgejo',
  name: 'Forgejo',
  description: 'Source code, on a server of one’s own.',
  settingsLocation: 'a command, or the same fields at Site Administration → Authentication Sources',
  address: 'https://forgejo.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/user/oauth2/countersign/callback'],
    scopes: ['openid', 'profile'],
    postLogoutUris: ['{address}', '{address}/'],
  },
  reasons: {
    postLogoutUris: 'For a version that sends people to `end_session_endpoint` on sign-out, as newer ones of Gitea do.',
  },
  email: 'asked',
  signOut: 'own',
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
    first: 'forgejo admin auth add-oauth',
    line: '--NAME=VALUE',
    between: ` \\
  `,
  },
  notes: [
    '**E-mail and user name**: as long as `ENABLE_AUTO_REGISTRATION` of the section `[oauth2_client]` is off, which it is by default, whoever comes for the first time is shown a form in which they link an account that they have, or make one with a user name and an e-mail address of their own.',
    'To let people make accounts by this way alone, set `DISABLE_REGISTRATION = false` and `ALLOW_ONLY_EXTERNAL_REGISTRATION = true` in the section `[service]` of `app.ini`.',
    'Leave `ACCOUNT_LINKING` at `login`: `auto` links accounts by e-mail address.',
    '**Groups**: with `groups` among the scopes of both sides, the fields about a group claim of the authentication source make administrators and restricted users of members.',
  ],
  verification: {
    how: 'written',
    version: '13.0.2',
    on: '2026-11-23',
    from: ['the settings that Authelia publishes for Forgejo, tried there with 13.0.2'],
  },
}
