// Wallet sign-in for Hono.
export { protect } from './protect.ts'
export type { HonoProtection } from './protect.ts'
export { sessions } from './sessions.ts'
export type { HonoSessions } from './sessions.ts'
