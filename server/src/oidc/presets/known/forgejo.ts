import type { ApplicationPreset } from '../application-preset-types.ts'

export const forgejo: ApplicationPreset = {
  id: 'forgejo',
  name: 'Forgejo',
  category: 'code',
  description: 'Self-hosted Git service.',
  settingsLocation: 'a command, or the same fields under Site Administration → Authentication Sources',
  address: 'https://forgejo.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/user/oauth2/countersign/callback'],
    scopes: ['openid', 'profile'],
    postLogoutUris: ['{address}', '{address}/'],
  },
  reasons: {
    postLogoutUris: 'For versions that redirect to `end_session_endpoint` on sign-out, as newer Gitea versions do.',
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
    first: 'forgejo admin auth add-oauth',
    line: '--NAME=VALUE',
    between: ` \\
  `,
  },
  notes: [
    '**Email and username**: while `ENABLE_AUTO_REGISTRATION` in the section `[oauth2_client]` is off (the default), people who sign in for the first time see a form where they link an existing account or create one with a username and email address of their choice.',
    'To allow account creation only through Countersign, set `DISABLE_REGISTRATION = false` and `ALLOW_ONLY_EXTERNAL_REGISTRATION = true` in the section `[service]` of `app.ini`.',
    'Keep `ACCOUNT_LINKING` set to `login`: `auto` links accounts by email address.',
    '**Groups**: with the scope `groups` on both sides, the group claim fields of the authentication source make group members administrators or restricted users.',
  ],
  verification: {
    how: 'written',
    version: '13.0.2',
    on: '2026-11-23',
    from: ['Authelia’s guide for Forgejo, tested there with 13.0.2'],
  },
}
