// Everything that can be known of a pasted message without asking anybody: the page, the command line and the reference show
// what this finds. It never throws for a text, whatever the text is.
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
 * Finds what a text says and what is wrong with it. Of a text longer than 4096 characters only these are looked at.
 *
 * ```ts
 * const { outcome, errors } = inspect(text, { at: Date.now() })
 * ```
 * @throws RangeError for an origin that cannot be read; `parseOrigin` tells beforehand
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
