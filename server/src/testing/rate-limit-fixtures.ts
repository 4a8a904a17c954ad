// For tests below HTTP: nothing that counts attempts, and somebody who makes them. So many in a moment are nobody's.
import { resolveRateLimitIpNetworks } from '../platform/ip-network-prefix.ts'
import type { RateLimitCaller, RateLimiter } from '../platform/rate-limits/rate-limiter.ts'

export const unlimitedRateLimiter: Pick<RateLimiter, 'consumeSharedBudget'> = { consumeSharedBudget: async () => {} }

export const testRateLimitCaller: RateLimitCaller = { networks: resolveRateLimitIpNetworks('192.0.2.1'), isKnown: null }
