// Keycloak: another sign-in server, which asks this one (identity brokering).
import type { Program } from '../program.ts'

export const keycloak: Program = {
  id: 'keycloak',
  name: 'Keycloak',
  about: 'Another sign-in server, which asks this one (identity brokering).',
  where: 'Identity providers → OpenID Connect v1.0',
  address: 'https://keycloak.example/realms/main',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/broker/countersign/endpoint'],
    scopes: ['openid', 'profile'],
    idTokenAlgorithm: 'ES256',
  },
  because: {
    idTokenAlgorithm: 'It accepts the algorithms of the keys that it reads.',
  },
  email: 'asked',
  settings: [
    {
      name: 'Alias',
      value: 'countersign',
      about: 'It is part of the redirect address.',
    },
    {
      name: 'Discovery endpoint',
      value: '{issuer}/.well-known/openid-configuration',
    },
    {
      name: 'Client authentication',
      value: 'Client secret sent as basic auth',
    },
    {
      name: 'Client ID',
      value: '{client_id}',
    },
    {
      name: 'Client Secret',
      value: '{client_secret}',
    },
    {
      name: 'Default Scopes',
      value: '{scopes}',
    },
    {
      name: 'Validate Signatures',
      value: 'on',
    },
    {
      name: 'Use JWKS URL',
      value: 'on',
    },
    {
      name: 'Use PKCE',
      value: 'on',
      about: 'It is off by default, and needed here.',
    },
    {
      name: 'PKCE Method',
      value: 'S256',
    },
  ],
  form: {
    as: 'fields',
  },
  notes: [
    'The address ends with the realm, as in the redirect address that the screen shows.',
    'Whoever comes for the first time is asked for what the realm demands of everybody, such as an e-mail address.',
    'Leave `Trust Email` off, and let nobody be linked by their e-mail address alone in the first broker login.',
  ],
  tried: {
    how: 'written',
    version: 'documentation at 0d9c44cd',
    on: '2026-11-23',
    from: ['its documentation ("OpenID Connect v1.0 identity providers")'],
  },
}
