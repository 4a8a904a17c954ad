// Uses back-channel logout (OpenID Connect Back-Channel Logout).
import express from 'express'
import openid from 'express-openid-connect'
import session from 'express-session'
import { testClientSecret } from './apply-test-application-definitions.ts'
import type { ApplicationTestSite } from './application-test-site.ts'

export const createExpressOpenIdUrls = (site: ApplicationTestSite) => ({
  redirectUris: [`${site.origin}/callback`],
  postLogoutUris: [`${site.origin}/bye`],
  backchannelLogoutUri: `${site.origin}/backchannel-logout`,
})

export function serveExpressOpenIdSite(site: ApplicationTestSite, issuer: string, clientID: string): void {
  const app = express()
  app.get('/bye', (_request, response) => {
    response.send('<h1>Bye</h1>')
  })
  app.use(
    openid.auth({
      issuerBaseURL: issuer,
      baseURL: site.origin,
      clientID,
      clientSecret: testClientSecret,
      secret: testClientSecret,
      authRequired: false,
      attemptSilentLogin: true,
      idpLogout: true,
      authorizationParams: { response_type: 'code', scope: 'openid wallet' },
      // The store that the library's documentation recommends, although its type is incompatible.
      backchannelLogout: { store: new session.MemoryStore() as never },
      routes: { postLogoutRedirect: '/bye' },
    }),
  )
  app.get('/', (request, response) => {
    response.send(request.oidc.isAuthenticated() ? '<h1>Signed in</h1>' : '<h1>Guest</h1><a href="/login">Sign in</a>')
  })
  app.get('/me', openid.requiresAuth(), (request, response, next) => {
    request.oidc.fetchUserInfo().then((person) => response.json(person), next)
  })
  site.serve(app)
}
