// Input validation of the names that a person gives: to themselves, to a wallet, to a passkey.
import { Refusal } from '../../platform/refusal.ts'

/** Control, format, surrogate, private and unassigned characters, and separators of lines: what is not seen, or changes how
 * the rest is seen (THREATS N4, P7). */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u

/** The joiner that some scripts and composed pictures need between letters is no trick there. */
const joiner = /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])\u200D(?=[\p{L}\p{Extended_Pictographic}])/gu

/**
 * Checks a name that a person gives.
 * @returns the name in its composed form (Unicode NFC)
 * @throws Refusal `person.name_unusable`
 */
export function checkLabel(label: string | null): string | null {
  if (label === null) return null
  const composed = label.normalize('NFC')
  if (
    composed !== composed.trim() ||
    composed === '' ||
    [...composed].length > 64 ||
    unseen.test(composed.replace(joiner, ''))
  ) {
    throw new Refusal('person.name_unusable')
  }
  return composed
}
