// passport-openidconnect does not support PKCE.
import express from 'express'
import type { NextFunction, Request, Response } from 'express'
import session from 'express-session'
import passport from 'passport'
import { Strategy } from 'passport-openidconnect'
import type { Profile } from 'passport-openidconnect'
import { testClientSecret } from './apply-test-application-definitions.ts'
import type { ApplicationTestSite } from './application-test-site.ts'

export function servePassportSite(site: ApplicationTestSite, issuer: string, clientID: string): void {
  const app = express()
  // A separate instance, because all sites of the process share the module's default instance.
  const authenticator = new passport.Passport()
  authenticator.use(
    new Strategy(
      {
        issuer,
        authorizationURL: `${issuer}/authorize`,
        tokenURL: `${issuer}/token`,
        userInfoURL: `${issuer}/userinfo`,
        clientID,
        clientSecret: testClientSecret,
        callbackURL: `${site.origin}/callback`,
        scope: ['profile', 'wallet'],
        nonce: true,
        skipUserProfile: false,
      },
      (_issuer, profile, done) => done(null, profile),
    ),
  )
  authenticator.serializeUser((user, done) => done(null, user))
  // @countersign/node declares another type of user for this workspace.
  authenticator.deserializeUser((user: Profile, done) => done(null, user as unknown as Express.User))
  app.use(session({ secret: testClientSecret, resave: false, saveUninitialized: false }))
  app.use(authenticator.session())
  app.get('/login', authenticator.authenticate('openidconnect'))
  app.get('/callback', authenticator.authenticate('openidconnect', { successRedirect: '/', failWithError: true }))
  app.get('/', (request, response) => {
    response.send(`<h1>Hello ${(request.user as unknown as Profile | undefined)?.username ?? 'stranger'}</h1>`)
  })
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(400).send(`<h1>Not signed in</h1><p>${error.message}</p>`)
  })
  site.serve(app)
}
