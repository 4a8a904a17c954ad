// Wallet sign-in for Fastify.
export { protect } from './protect.ts'
export type { FastifyProtection } from './protect.ts'
export { sessions } from './sessions.ts'
export type { FastifySessions } from './sessions.ts'
