// Set up as documented for a generic OpenID Connect provider.
import type { AuthConfig } from '@auth/core'
import { ExpressAuth } from '@auth/express'
import express from 'express'
import { testClientSecret } from './apply-test-application-definitions.ts'
import type { ApplicationTestSite } from './application-test-site.ts'

export const getAuthJsCallbackUrl = (site: ApplicationTestSite): string => `${site.origin}/auth/callback/countersign`

export function serveAuthJsSite(site: ApplicationTestSite, issuer: string, clientId: string): void {
  const app = express()
  const settings: AuthConfig = {
    trustHost: true,
    secret: testClientSecret,
    providers: [
      {
        id: 'countersign',
        name: 'Countersign',
        // Without a logo, the page loads one from the Auth.js website.
        style: { logo: '/logo.svg' },
        type: 'oidc',
        issuer,
        clientId,
        clientSecret: testClientSecret,
        authorization: { params: { scope: 'openid profile wallet' } },
      },
    ],
  }
  // Auth.js reads its path from the first group, which Express 5 supports only in regular
  // expressions.
  app.use(/^\/auth\/(.*)/, ExpressAuth(settings))
  app.get('/logo.svg', (_request, response) => {
    response
      .type('svg')
      .send('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>')
  })
  app.get('/', (_request, response) => {
    response.send('<h1>Welcome</h1>')
  })
  site.serve(app)
}
