import type { ApplicationPreset } from '../application-preset-types.ts'

export const dovecot: ApplicationPreset = {
  id: 'dovecot',
  name: 'Dovecot',
  category: 'communication',
  description: 'Mail server (IMAP, POP3) with sign-in by access token.',
  settingsLocation: '/etc/dovecot/dovecot-oauth2.conf.ext',
  address: null,
  definition: {
    kind: 'machine',
    introspection: ['application:mail-program'],
  },
  reasons: {
    introspection:
      'Mail clients send no `resource`, so their tokens have no audience other than the client. Dovecot can introspect only tokens issued to the applications listed here; add one entry per application.',
  },
  email: 'unused',
  settings: [
    {
      name: 'introspection_mode',
      value: 'post',
    },
    {
      name: 'introspection_url',
      value: 'https://{client_id}:{client_secret}@{issuer_host}/introspect',
    },
    {
      name: 'active_attribute',
      value: 'aud',
      explanation: 'Checks which application the token is for, not only whether it is active.',
    },
    {
      name: 'active_value',
      value: 'mail-program',
    },
    {
      name: 'username_attribute',
      value: 'username',
      explanation: 'The username the person chose, which is never reassigned to anyone else.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'ini',
    line: 'NAME = VALUE',
  },
  notes: [
    'First add the mail client itself, with the ID above: `npx countersign application add "Mail program" --id mail-program --kind native --redirect http://127.0.0.1/callback --scope "openid profile offline_access"`, or `--kind web` with its address for webmail. It must request `profile`, which includes the username.',
    'People who have no username, or who do not share it with the mail client, are refused: the introspection response then has no `username`. For such a token, and for any token it may not introspect, Dovecot 2.3 responds `[UNAVAILABLE] Temporary authentication failure` and logs `No username returned`.',
    'Keep `active_attribute` set to `aud`: with `active`, Dovecot would accept any token it can introspect. If there are several mail clients, add a separate `passdb` with its own file for each.',
    'In `10-auth.conf`, set `auth_mechanisms = oauthbearer xoauth2`, and add a `passdb` with `driver = oauth2`, `mechanisms = oauthbearer xoauth2` and `args` = this file.',
  ],
  verification: { how: 'script' },
}
