// Checks whether a message is valid at a given time, without any tolerance.
import { parseDateTime } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import type { MessageValidityFinding, MessageValidityState } from './message-inspection-findings.ts'

// The not-before time is inclusive, the expiration time exclusive (ERC-4361 §Message Fields).
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
