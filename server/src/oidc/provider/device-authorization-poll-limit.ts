import { errors } from 'oidc-provider'

/** RFC 8628 §3.2, §3.5. */
export const deviceAuthorizationPollIntervalSeconds = 5

/** golang.org/x/oauth2 repeats a refused request at once, with the secret in another place. */
const maxPollsPerInterval = 2

const maxTrackedDevices = 10_000

export interface DeviceAuthorizationPollLimit {
  count: (deviceCode: string, now: number) => void
}

/** Counted in memory per instance, because fast polling gains nothing. */
export function createDeviceAuthorizationPollLimit(): DeviceAuthorizationPollLimit {
  const counted = new Map<string, { since: number; polls: number }>()
  return {
    count: (deviceCode, now) => {
      const known = counted.get(deviceCode)
      if (known !== undefined && now - known.since < deviceAuthorizationPollIntervalSeconds * 1000) {
        known.polls += 1
        if (known.polls > maxPollsPerInterval) throw new errors.SlowDown()
        return
      }
      counted.delete(deviceCode)
      counted.set(deviceCode, { since: now, polls: 1 })
      const [oldest] = counted.keys()
      if (counted.size > maxTrackedDevices && oldest !== undefined) counted.delete(oldest)
    },
  }
}
