// What is used of passport-openidconnect, which brings no types.
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

  export interface Strategy extends AnyStrategy {}

  export class Strategy {
    constructor(options: StrategyOptions, verify: (issuer: string, profile: Profile, done: (error: Error | null, user?: Profile) => void) => void)
  }
}
