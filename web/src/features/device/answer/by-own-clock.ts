// What the server says of times, by the clock of this device: a phone whose clock is wrong would count down to another moment, and say
// something else about when it was asked (clock skew).
import type { CallAnswer } from '@countersign/api/calls'
import { aheadOf, endsAt } from '../../sign-in/cross-device/own-clock.ts'
import type { Asked } from './stage.ts'

/**
 * @param serverTime with the answer; without it the two clocks count as one
 * @param askedAt by this device's clock; from then on it is counted, so that what is left is rather too short
 */
export const byOwnClock = (
  answer: CallAnswer<'openCrossDevice'>,
  serverTime: number | undefined,
  askedAt: number,
): Asked => ({
  ...answer,
  requestedAt: new Date(Date.parse(answer.requestedAt) + aheadOf(serverTime, askedAt)).toISOString(),
  expiresAt: endsAt(answer.expiresAt, serverTime, askedAt),
})
