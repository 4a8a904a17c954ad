// What the server says of times, by the clock of this device: a phone whose clock is wrong would count down to another moment, and say
// something else about when it was asked (clock skew).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  getDeviceClockSkew,
  toDeviceClockExpiry,
} from '../../sign-in/cross-device/convert-server-time-to-device-clock.ts'
import type { OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'

/**
 * @param serverTime with the answer; without it the two clocks count as one
 * @param askedAt by this device's clock; from then on it is counted, so that what is left is rather too short
 */
export const convertRequestTimesToDeviceClock = (
  answer: ApiEndpointOutput<'openCrossDevice'>,
  serverTime: number | undefined,
  askedAt: number,
): OpenedCrossDeviceRequest => ({
  ...answer,
  requestedAt: new Date(Date.parse(answer.requestedAt) + getDeviceClockSkew(serverTime, askedAt)).toISOString(),
  expiresAt: toDeviceClockExpiry(answer.expiresAt, serverTime, askedAt),
})
