// The time window of a message against one moment, by the clock that was given and no other, and without tolerance: who
// inspects a message wants to know what it says, not what a server would forgive.
import { parseDateTime } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import type { MessageValidityFinding, MessageValidityState } from './message-inspection-findings.ts'

/**
 * Compares as `validateMessage` does, with a tolerance of 0 (ERC-4361 §Message Fields): a message counts from its not-before
 * time on and until, but not at, its expiration time.
 */
export function checkMessageValidityPeriod(message: SignInMessage, at: number): MessageValidityFinding {
  const issuedAt = parseDateTime(message.issuedAt)
  const notBefore = message.notBefore === undefined ? null : parseDateTime(message.notBefore)
  const expirationTime = message.expirationTime === undefined ? null : parseDateTime(message.expirationTime)
  return { at, state: getValidityState(at, issuedAt, notBefore, expirationTime), issuedAt, notBefore, expirationTime }
}

function getValidityState(
  at: number,
  issuedAt: number,
  notBefore: number | null,
  expirationTime: number | null,
): MessageValidityState {
  if (issuedAt > at) return 'issued-in-future'
  if (expirationTime !== null && at >= expirationTime) return 'expired'
  return notBefore !== null && at < notBefore ? 'not-yet-valid' : 'valid'
}
