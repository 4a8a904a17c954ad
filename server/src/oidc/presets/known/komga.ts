// Komga: comics and books.
import type { ApplicationPreset } from '../application-preset-types.ts'

export const komga: ApplicationPreset = {
  id: 'komga',
  name: 'Komga',
  description: 'Comics and books.',
  settingsLocation: 'application.yml',
  address: 'https://comics.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/login/oauth2/code/countersign'],
    scopes: ['openid', 'profile'],
    pkce: 'optional',
    idTokenAlgorithm: 'RS256',
  },
  reasons: {
    idTokenAlgorithm:
      'Its documentation does not say whether it understands ES256. RS256 is what every client has to understand (OpenID Connect Core §15.1).',
    pkce: 'The version looked at sends no PKCE. Where a newer one does, it is checked all the same.',
  },
  email: 'verified',
  accountMatching: 'email',
  signOut: 'own',
  settings: [
    {
      name: 'spring.security.oauth2.client.registration.countersign.client-id',
      value: '{client_id}',
    },
    {
      name: 'spring.security.oauth2.client.registration.countersign.client-secret',
      value: '{client_secret}',
    },
    {
      name: 'spring.security.oauth2.client.registration.countersign.scope',
      value: '{scopes_comma},email',
    },
    {
      name: 'spring.security.oauth2.client.provider.countersign.issuer-uri',
      value: '{issuer}',
    },
  ],
  settingsFormat: {
    as: 'text',
    language: 'yaml',
    text: `komga:
  oauth2-account-creation: true
spring:
  security:
    oauth2:
      client:
        registration:
          countersign:
            client-id: {client_id}
            client-secret: {client_secret}
            client-name: Countersign
            scope: {scopes_comma},email
            authorization-grant-type: authorization_code
            redirect-uri: "{baseScheme}://{baseHost}{basePort}{basePath}/login/oauth2/code/countersign"
        provider:
          countersign:
            issuer-uri: {issuer}
            user-name-attribute: sub`,
  },
  notes: [
    'People are matched by their e-mail address, also with accounts that exist. Without one, or with one that is not verified, they are refused (`ERR_1028`, `ERR_1026`); `komga.oidc-email-verification: false` lets in aliases of this server, which nobody can choose.',
  ],
  verification: {
    how: 'written',
    version: '0.157.1',
    on: '2026-11-23',
    from: [
      'its documentation ("Social login")',
      'the settings that Authelia publishes for Komga, tried there with 0.157.1',
    ],
  },
}
