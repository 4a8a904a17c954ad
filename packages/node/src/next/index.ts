// Wallet sign-in for the Next.js App Router.
export { protect } from './protect.ts'
export type { NextProtection } from './protect.ts'
export { sessions } from './sessions.ts'
export type { NextSessions, NextSessionsOptions } from './sessions.ts'
