// The time window of a message against one moment, by the clock that was given and no other, and without tolerance: who
// inspects a message wants to know what it says, not what a server would forgive.
import { readTime } from '@countersign/message'
import type { Message } from '@countersign/message'
import type { TimeFinding, TimeState } from './findings.ts'

/**
 * Compares as `checkMessage` does, with a tolerance of 0 (ERC-4361 §Message Fields): a message counts from its not-before
 * time on and until, but not at, its expiration time.
 */
export function judgeTimes(message: Message, at: number): TimeFinding {
  const issuedAt = readTime(message.issuedAt)
  const notBefore = message.notBefore === undefined ? null : readTime(message.notBefore)
  const expirationTime = message.expirationTime === undefined ? null : readTime(message.expirationTime)
  return { at, state: stateAt(at, issuedAt, notBefore, expirationTime), issuedAt, notBefore, expirationTime }
}

function stateAt(at: number, issuedAt: number, notBefore: number | null, expirationTime: number | null): TimeState {
  if (issuedAt > at) return 'issued-in-future'
  if (expirationTime !== null && at >= expirationTime) return 'expired'
  return notBefore !== null && at < notBefore ? 'not-yet-valid' : 'valid'
}
