// Quarkus with its OpenID Connect extension.
import type { Program } from '../program.ts'

export const quarkus: Program = {
  id: 'quarkus',
  name: 'Quarkus',
  about: 'Applications in Java, with the extension quarkus-oidc.',
  where: 'application.properties',
  address: 'https://app.example',
  definition: {
    kind: 'web',
    redirectUris: ['{address}/callback'],
    postLogoutUris: ['{address}/bye'],
    backchannelLogoutUri: '{address}/back-channel-logout',
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    idTokenAlgorithm: 'ES256',
  },
  because: { idTokenAlgorithm: 'ES256 was run.' },
  email: 'unused',
  signOut: 'both',
  settings: [
    { name: 'quarkus.oidc.auth-server-url', value: '{issuer}' },
    { name: 'quarkus.oidc.application-type', value: 'web-app' },
    { name: 'quarkus.oidc.client-id', value: '{client_id}' },
    { name: 'quarkus.oidc.credentials.secret', value: '{client_secret}' },
    { name: 'quarkus.oidc.authentication.scopes', value: '{scopes_comma}' },
    { name: 'quarkus.oidc.authentication.pkce-required', value: 'true', about: 'It is off by default.' },
    { name: 'quarkus.oidc.authentication.redirect-path', value: '/callback' },
    { name: 'quarkus.oidc.authentication.restore-path-after-redirect', value: 'true' },
    { name: 'quarkus.oidc.authentication.user-info-required', value: 'true' },
    { name: 'quarkus.oidc.roles.source', value: 'userinfo' },
    {
      name: 'quarkus.oidc.roles.role-claim-path',
      value: 'groups',
      about: '`@RolesAllowed("staff")` asks for a group.',
    },
    { name: 'quarkus.oidc.logout.path', value: '/sign-out' },
    { name: 'quarkus.oidc.logout.post-logout-path', value: '/bye' },
    { name: 'quarkus.oidc.logout.backchannel.path', value: '/back-channel-logout' },
  ],
  form: { as: 'lines', language: 'properties', line: 'NAME=VALUE' },
  notes: [
    '**Names**: `SecurityIdentity.getPrincipal().getName()` is the `sub`, because the ID token has no name in it. `UserInfo` has `preferred_username`, `wallet` and `groups`.',
    'A refused sign-in is an empty 401; the reason is in the log of Quarkus.',
    'After a back-channel logout the next request is answered 401, and the one after it signs in again.',
    'A service that takes access tokens needs `quarkus.oidc.application-type=service` and `quarkus.oidc.token.audience`; it takes `at+jwt`.',
  ],
  tried: {
    how: 'by-hand',
    version: '3.37.2',
    on: '2026-11-27',
    what: 'the sign-in with PKCE and ES256, and the back-channel logout; roles and sign-out from the documentation',
  },
}
