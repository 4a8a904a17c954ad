// What is said of the values to paste into an application, by their names, in English. The command line and the calls say it as it stands; the
// screens have sentences of their own, in each language.

export const clientSettingDescriptions = {
  'client id': 'Who the application is here.',
  'client secret': 'Shown only now.',
  issuer: 'Also called authority or provider URL. Without a slash at the end.',
  'discovery document': 'Also called well-known URL. An application that reads it needs no endpoint beside it.',
  authentication: 'How it proves that it is itself.',
  scopes: 'What it may ask for.',
  'redirect addresses': 'Also called callback URL. It must send one of them, character for character.',
  'Caddy, Traefik and HAProxy ask at': 'Another address where this server is not on the same machine as the proxy.',
  'leads to this server': 'The path on each host that the proxy has to lead to this server, unasked.',
  'sign-out': 'A link to it, for the pages to show.',
  PKCE: 'Has to be switched on in some programs.',
} as const
