/** The Date header has whole seconds (RFC 9110 §6.6.1). */
const serverTimeResolutionMilliseconds = 1_000

/** In milliseconds. Rounded so that remaining times are never too long. */
export const getDeviceClockSkew = (serverTime: number | undefined, at: number): number =>
  serverTime === undefined ? 0 : at - serverTime - serverTimeResolutionMilliseconds

export const toDeviceClockExpiry = (expiresAt: string, serverTime: number | undefined, at: number): number =>
  Math.max(Date.parse(expiresAt) + getDeviceClockSkew(serverTime, at), at)
