// Wallet sign-in for Express.
export { protect, protectedResourceMetadata } from './protect.ts'
export type { ExpressProtection } from './protect.ts'
export { sessions } from './sessions.ts'
export type { ExpressSessions } from './sessions.ts'
