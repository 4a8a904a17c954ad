// What the server says of times, by the clock of this device: a phone whose clock is wrong would count down to another moment, and say
// something else about when it was asked (clock skew).
import type { CallAnswer } from '@countersign/api/calls'
import type { Asked } from './stage.ts'

/** The server's time comes without its milliseconds (RFC 9110 §6.6.1). */
const clockMilliseconds = 1_000

/**
 * @param serverTime with the answer; without it the two clocks count as one
 * @param askedAt by this device's clock; from then on it is counted, so that what is left is rather too short
 */
export function byOwnClock(
  answer: CallAnswer<'openCrossDevice'>,
  serverTime: number | undefined,
  askedAt: number,
): Asked {
  const difference = serverTime === undefined ? 0 : askedAt - serverTime - clockMilliseconds
  return {
    ...answer,
    requestedAt: new Date(Date.parse(answer.requestedAt) + difference).toISOString(),
    expiresAt: Math.max(Date.parse(answer.expiresAt) + difference, askedAt),
  }
}
