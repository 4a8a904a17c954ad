// Addresses within a text that people read (spoofing): whole or shortened as the screens shorten them, of any chain family, also in letters of other
// scripts that look like them, or with digits taken for letters (THREATS P12). Rather one too many: what is a name has no such run of letters and digits.
import { findSuspiciousCharacterDescription } from '@countersign/inspector/suspicious-character-descriptions'
import { getChainFamilyOfAddress, parseWalletAddress } from './chain-family-registry.ts'

/** What is written there: an address, or something that passes for one; or the two ends of one. */
type EmbeddedAddress = { whole: string } | { begin: string; end: string }

/** 20 bytes in hexadecimal, whether "0x" stands before them or not; more digits than that as well, which nobody counts. */
const hexAddressPattern = /(?:0x)?[0-9a-f]{40,}/gi
/** Letters that pass for digits in one typeface or another. */
const digitByLookalikeLetter: Readonly<Record<string, string>> = { o: '0', O: '0', l: '1', I: '1', i: '1' }
/** Segwit addresses of Bitcoin begin so (BIP-173 §Segwit address format, BIP-325). */
const segwitAddressPattern = /^(?:bc|tb|bcrt)1[0-9a-z]{20,}$/i
/** The shortest address in base58 that is in use, one of Bitcoin. */
const minBase58Length = 26
const shortenedAddressPattern = /((?:0x|bc1|tb1)[0-9a-z]{2,}|[0-9a-z]{4,})(?:\.{2,}|⋯)([0-9a-z]{3,})/gi

/** @returns what is written in a text as addresses are */
function findEmbeddedAddresses(text: string): EmbeddedAddress[] {
  const plain = toAsciiLookalike(text)
  const found: EmbeddedAddress[] = []
  for (const [run] of plain.matchAll(/[0-9A-Za-z]+/g)) {
    const digits = run.replaceAll(/[oOlIi]/g, (letter) => digitByLookalikeLetter[letter] ?? letter)
    const whole = [...digits.matchAll(hexAddressPattern)].map(([address]) => ({ whole: address }))
    if (whole.length > 0) found.push(...whole)
    else if (segwitAddressPattern.test(run) || looksLikeBase58(run) || parseWalletAddress(run) !== null)
      found.push({ whole: run })
  }
  for (const [, begin = '', end = ''] of plain.matchAll(shortenedAddressPattern))
    if (looksLikeShortenedAddress(begin, end)) found.push({ begin, end })
  return found
}

/** What nobody's name is: so long a run of small letters, capitals and digits. */
const looksLikeBase58 = (run: string): boolean =>
  run.length >= minBase58Length && /[0-9]/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run)

/** Without a beginning that gives it away, what has the ends that the screens leave, and reads as no word. */
const looksLikeShortenedAddress = (begin: string, end: string): boolean =>
  /^(?:0x|bc1|tb1)/i.test(begin) || (begin.length === 6 && end.length === 4 && /[0-9]|[a-z][A-Z]/.test(begin))

/** The text in ASCII as far as it looks like that, and without the spaces between groups of four, in which addresses are written to be compared. */
const toAsciiLookalike = (text: string): string =>
  [...text.normalize('NFKC')]
    .map((character) => findSuspiciousCharacterDescription(character.codePointAt(0) as number)?.looksLike ?? character)
    .join('')
    .replaceAll(/(?<=(?:^|[^0-9A-Za-z])(?:[0-9A-Za-z]{4} )*[0-9A-Za-z]{4}) (?=[0-9A-Za-z]{1,4}(?:[^0-9A-Za-z]|$))/g, '')

/**
 * Whether a text has an address in it that is none of these.
 * @param own as they are stored; asked for only where there is one in the text
 */
export async function containsForeignWalletAddress(
  text: string,
  own: () => Promise<readonly string[]>,
): Promise<boolean> {
  const found = findEmbeddedAddresses(text)
  if (found.length === 0) return false
  const addresses = await own()
  return found.some((one) => !addresses.some((address) => matchesAddress(one, address)))
}

function matchesAddress(found: EmbeddedAddress, address: string): boolean {
  const shown = getChainFamilyOfAddress(address).formatAddress(address).toLowerCase()
  if ('begin' in found) return shown.startsWith(found.begin.toLowerCase()) && shown.endsWith(found.end.toLowerCase())
  const { whole } = found
  return [whole, `0x${whole}`].some((text) => parseWalletAddress(text)?.address === address)
}
