// Dovecot: a mail server (IMAP, POP3), which asks this server about the token that a mail program signs in with.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const dovecot: ApplicationPreset = {
  id: 'dovecot',
  name: 'Dovecot',
  description: 'A mail server (IMAP, POP3) that lets mail programs in by their tokens.',
  settingsLocation: '/etc/dovecot/dovecot-oauth2.conf.ext',
  address: null,
  definition: {
    kind: 'machine',
    introspection: ['application:mail-program'],
  },
  reasons: {
    introspection:
      'Mail programs send no `resource`, so their tokens are for nothing but themselves. Dovecot sees those of the applications named here, and of no others; name each with an entry of its own.',
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
      explanation: 'The application that the token is for, and not only whether it works.',
    },
    {
      name: 'active_value',
      value: 'mail-program',
    },
    {
      name: 'username_attribute',
      value: 'username',
      explanation: 'The user name that the person has chosen, which is never anyone else’s.',
    },
  ],
  settingsFormat: {
    as: 'lines',
    language: 'ini',
    line: 'NAME = VALUE',
  },
  notes: [
    'First add the mail program itself, by the id that is named above: `npx countersign application add "Mail program" --id mail-program --kind native --redirect http://127.0.0.1/callback --scope "openid profile offline_access"`, or `--kind web` with its address for webmail. It must request `profile`: the user name goes with it.',
    'A person who has not chosen a user name yet, or withholds it from the mail program, is refused: the answer has no `username` then. Dovecot 2.3 answers such a token, and every one that it may not see, with `[UNAVAILABLE] Temporary authentication failure`, and its log says `No username returned`.',
    'Leave `active_attribute` at `aud`: with `active` any token would do that this server shows to Dovecot. For several mail programs, write a `passdb` with a file of its own for each.',
    'In `10-auth.conf`: `auth_mechanisms = oauthbearer xoauth2`, and a `passdb` with `driver = oauth2`, `mechanisms = oauthbearer xoauth2` and `args` = this file.',
  ],
  verification: { how: 'script' },
}
