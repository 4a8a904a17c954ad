// The message inspector: finds everything that can be found offline about a pasted message.
import type { MessageInspectionOptions, MessageInspectionResult } from './message-inspection-findings.ts'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { findSignInMessageErrors, maxInspectedMessageLength } from './find-sign-in-message-errors.ts'
import { locateMessageFields } from './locate-message-fields.ts'
import { findMessageCompatibilityHints } from './find-message-compatibility-hints.ts'
import { findSuspiciousCharacters } from './find-suspicious-characters.ts'
import { checkMessageOrigin } from './check-message-origin.ts'
import { checkMessageValidityPeriod } from './check-message-validity-period.ts'
import { createMessageTextRangeLocator } from './message-text-range-locator.ts'
import { inspectMessageSignature } from './inspect-message-signature.ts'

/**
 * Inspects at most the first 4096 characters of a pasted text.
 * @throws RangeError for an origin that `parseOriginUrl` refuses
 */
export function inspectMessage(
  text: string,
  { at, origin, signature }: MessageInspectionOptions,
): MessageInspectionResult {
  const locate = createMessageTextRangeLocator(text)
  const { message, errors, fixedText } = findSignInMessageErrors(text, locate)
  return {
    outcome: message === null ? 'malformed' : 'well-formed',
    namespace: guessChainFamilyInspector(text).profile.namespace,
    message,
    fields: message === null ? [] : locateMessageFields(message, guessChainFamilyInspector(text).profile, locate),
    errors,
    fixedText,
    strange: findSuspiciousCharacters(text.slice(0, maxInspectedMessageLength), locate),
    hints: findMessageCompatibilityHints(text.slice(0, maxInspectedMessageLength), message, locate),
    time: message === null ? null : checkMessageValidityPeriod(message, at),
    origin: message === null || origin === undefined ? null : checkMessageOrigin(message, origin),
    signature: signature === undefined ? null : inspectMessageSignature(signature, text),
  }
}
