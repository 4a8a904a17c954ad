// The server's times by the clock of this device, which may be wrong (clock skew).

/** The server's time comes without its milliseconds (RFC 9110 §6.6.1). */
const serverTimeResolutionMilliseconds = 1_000

/**
 * How far this device's clock is ahead of the server's, in milliseconds; rather too little, so that what is left of a life is too short.
 * @param serverTime with an answer; without it the two clocks count as one
 * @param at when that was, by this device's clock
 */
export const getDeviceClockSkew = (serverTime: number | undefined, at: number): number =>
  serverTime === undefined ? 0 : at - serverTime - serverTimeResolutionMilliseconds

/** When something ends by this device's clock, from the moment it was told on. */
export const toDeviceClockExpiry = (expiresAt: string, serverTime: number | undefined, at: number): number =>
  Math.max(Date.parse(expiresAt) + getDeviceClockSkew(serverTime, at), at)
