// Types for the parts of passport-openidconnect that we use; the package has no types.
declare module 'passport-openidconnect' {
  import type { Strategy as AnyStrategy } from 'passport'

  export interface Profile {
    id: string
    username?: string
  }

  export interface StrategyOptions {
    issuer: string
    authorizationURL: string
    tokenURL: string
    userInfoURL: string
    clientID: string
    clientSecret: string
    callbackURL: string
    scope: string[]
    nonce: boolean
    skipUserProfile: boolean
  }

  type Verify = (issuer: string, profile: Profile, done: (error: Error | null, user?: Profile) => void) => void

  export const Strategy: new (options: StrategyOptions, verify: Verify) => AnyStrategy
}
