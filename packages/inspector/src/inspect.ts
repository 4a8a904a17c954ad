// Everything that can be known of a pasted message without asking anybody: the page, the command line and the reference show
// what this finds. It never throws for a text, whatever the text is.
import type { InspectOptions, Findings } from './findings.ts'
import { meantFamily } from './families/meant-family.ts'
import { findFaults, longestRead } from './find-faults.ts'
import { findFields } from './find-fields.ts'
import { findHints } from './find-hints.ts'
import { findStrangeCharacters } from './find-strange-characters.ts'
import { judgeOrigin } from './judge-origin.ts'
import { judgeTimes } from './judge-times.ts'
import { locateIn } from './place.ts'
import { readSignature } from './read-signature.ts'

/**
 * Finds what a text says and what is wrong with it. Of a text longer than 4096 characters only these are looked at.
 *
 * ```ts
 * const { outcome, faults } = inspect(text, { at: Date.now() })
 * ```
 * @throws RangeError for an origin that cannot be read; `readOrigin` tells beforehand
 */
export function inspect(text: string, { at, origin, signature }: InspectOptions): Findings {
  const locate = locateIn(text)
  const { message, faults, mended } = findFaults(text, locate)
  return {
    outcome: message === null ? 'malformed' : 'well-formed',
    namespace: meantFamily(text).form.namespace,
    message,
    fields: message === null ? [] : findFields(message, meantFamily(text).form, locate),
    faults,
    mended,
    strange: findStrangeCharacters(text.slice(0, longestRead), locate),
    hints: findHints(text.slice(0, longestRead), message, locate),
    time: message === null ? null : judgeTimes(message, at),
    origin: message === null || origin === undefined ? null : judgeOrigin(message, origin),
    signature: signature === undefined ? null : readSignature(signature, text),
  }
}
