// These texts are for the command line and the API; the screens have translations.

export const clientSettingDescriptions = {
  'client id': 'The ID of the application on this server.',
  'client secret': 'The secret is shown only once.',
  issuer: 'Also called authority or provider URL. No trailing slash.',
  'discovery document': 'Also called well-known URL. An application that reads it needs no separate endpoint URLs.',
  authentication: 'How the application authenticates itself.',
  scopes: 'The scopes that the application may request.',
  'redirect addresses':
    'Also called callback URLs. The application must send one of them exactly as it is written here.',
  'Caddy, Traefik and HAProxy ask at':
    'Use a different address if this server and the proxy are not on the same machine.',
  'leads to this server': 'The path on each host that the proxy must forward to this server without authentication.',
  'sign-out': 'A link to include in the site’s pages.',
  PKCE: 'In some programs, PKCE must be enabled explicitly.',
} as const
