// Detects whole, shortened and disguised wallet addresses in names (THREATS P12).
import { findSuspiciousCharacterDescription } from '@countersign/inspector/suspicious-character-descriptions'
import { getChainFamilyOfAddress, parseWalletAddress } from './chain-family-registry.ts'

type EmbeddedAddress = { whole: string } | { start: string; end: string }

/** Also matches longer runs of digits, because people do not count digits. */
const hexAddressPattern = /(?:0x)?[0-9a-f]{40,}/gi
const digitByLookalikeLetter: Readonly<Record<string, string>> = { o: '0', O: '0', l: '1', I: '1', i: '1' }
/** Segwit addresses (BIP-173 §Segwit address format, BIP-325). */
const segwitAddressPattern = /^(?:bc|tb|bcrt)1[0-9a-z]{20,}$/i
/** Length of the shortest base58 address in use, which is a Bitcoin address. */
const minBase58Length = 26
const shortenedAddressPattern = /((?:0x|bc1|tb1)[0-9a-z]{2,}|[0-9a-z]{4,})(?:\.{2,}|⋯)([0-9a-z]{3,})/gi

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
  for (const [, start = '', end = ''] of plain.matchAll(shortenedAddressPattern))
    if (looksLikeShortenedAddress(start, end)) found.push({ start, end })
  return found
}

/** No real name mixes lowercase letters, capitals and digits at this length. */
const looksLikeBase58 = (run: string): boolean =>
  run.length >= minBase58Length && /[0-9]/.test(run) && /[A-Z]/.test(run) && /[a-z]/.test(run)

// Without a known prefix, the text must be shortened as in the UI and not look like a word.
const looksLikeShortenedAddress = (start: string, end: string): boolean =>
  /^(?:0x|bc1|tb1)/i.test(start) || (start.length === 6 && end.length === 4 && /[0-9]|[a-z][A-Z]/.test(start))

// Also removes the spaces inside addresses that are written in groups of four characters.
const toAsciiLookalike = (text: string): string =>
  [...text.normalize('NFKC')]
    .map((character) => findSuspiciousCharacterDescription(character.codePointAt(0) as number)?.looksLike ?? character)
    .join('')
    .replaceAll(/(?<=(?:^|[^0-9A-Za-z])(?:[0-9A-Za-z]{4} )*[0-9A-Za-z]{4}) (?=[0-9A-Za-z]{1,4}(?:[^0-9A-Za-z]|$))/g, '')

/** @param own called only if the text contains an address; returns addresses in stored form */
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
  if ('start' in found) return shown.startsWith(found.start.toLowerCase()) && shown.endsWith(found.end.toLowerCase())
  const { whole } = found
  return [whole, `0x${whole}`].some((text) => parseWalletAddress(text)?.address === address)
}
