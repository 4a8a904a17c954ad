import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  getDeviceClockSkew,
  toDeviceClockExpiry,
} from '../../sign-in/cross-device/convert-server-time-to-device-clock.ts'
import type { OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'

/** @param serverTime if undefined, the two clocks are assumed to agree */
export const convertRequestTimesToDeviceClock = (
  answer: ApiEndpointOutput<'openCrossDevice'>,
  serverTime: number | undefined,
  askedAt: number,
): OpenedCrossDeviceRequest => ({
  ...answer,
  requestedAt: new Date(Date.parse(answer.requestedAt) + getDeviceClockSkew(serverTime, askedAt)).toISOString(),
  expiresAt: toDeviceClockExpiry(answer.expiresAt, serverTime, askedAt),
})
