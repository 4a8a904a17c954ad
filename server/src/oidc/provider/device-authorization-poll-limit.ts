// How often a device may ask whether it was answered (RFC 8628 §3.5).
import { errors } from 'oidc-provider'

/** How many seconds a device waits between two polls (RFC 8628 §3.2). */
export const deviceAuthorizationPollIntervalSeconds = 5

/** Two in one interval: golang.org/x/oauth2 sends every request that was refused a second time at once, with its secret in another place. */
const maxPollsPerInterval = 2

/** Devices whose polls are counted at once; the one that began longest ago is forgotten first. */
const maxTrackedDevices = 10_000

export interface DeviceAuthorizationPollLimit {
  /** Counts a poll of a device that still waits. @throws SlowDown where it polls faster than it may */
  count: (deviceCode: string, now: number) => void
}

/** Counted in memory, by each instance: a device that is too quick costs work, and wins nothing. */
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
