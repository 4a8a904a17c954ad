// Rate limit fixtures for tests that bypass HTTP, without shared limits.
import { resolveRateLimitIpNetworks } from '../platform/ip-network-prefix.ts'
import type { RateLimitCaller, RateLimiter } from '../platform/rate-limits/rate-limiter.ts'

export const unlimitedRateLimiter: Pick<RateLimiter, 'consumeSharedBudget'> = { consumeSharedBudget: async () => {} }

export const testRateLimitCaller: RateLimitCaller = { networks: resolveRateLimitIpNetworks('192.0.2.1'), isKnown: null }
