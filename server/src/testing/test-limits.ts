// For tests below HTTP: nothing that counts attempts, and somebody who makes them. So many in a moment are nobody's.
import { networksOf } from '../platform/network-prefix.ts'
import type { Caller, RateLimits } from '../platform/rate-limits/rate-limits.ts'

export const noRateLimits: Pick<RateLimits, 'share'> = { share: async () => {} }

export const someCaller: Caller = { networks: networksOf('192.0.2.1'), isKnown: null }
