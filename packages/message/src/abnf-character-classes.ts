// The character classes that the grammars name, as one bit each in a table of the characters: one look-up
// decides whether a character belongs, which is what lets a message be read in one pass.

/** RFC 5234 §B.1 HEXDIG, whose letters stand for both cases. */
export const hexDigitCharacterClassBit = 1
/** RFC 5234 §B.1 ALPHA / DIGIT, the characters of a nonce. */
export const alphanumericCharacterClassBit = 2
/** RFC 3986 §3.1: what follows the first letter of a scheme. */
export const uriSchemeTailCharacterClassBit = 4
/** RFC 3986 §2.2 and §2.3: unreserved / sub-delims, the characters of a reg-name besides percent-encoding. */
export const regNameCharacterClassBit = 8
/** RFC 3986 §3.2.1: the same and ":", the characters of userinfo and of IPvFuture. */
export const userinfoCharacterClassBit = 16
/** RFC 3986 §3.3 pchar, besides percent-encoding. */
export const pathCharacterClassBit = 32
/** RFC 3986 §3.4 and §3.5: pchar / "/" / "?", the characters of a query and of a fragment. */
export const queryCharacterClassBit = 64
/** ERC-4361 §Message Format: reserved / unreserved / " ". */
export const statementCharacterClassBit = 128

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const unreserved = letters + digits + '-._~'
const subDelimiters = "!$&'()*+,;="

const classes = new Uint8Array(256)
addToClass(hexDigitCharacterClassBit, digits + 'ABCDEFabcdef')
addToClass(alphanumericCharacterClassBit, letters + digits)
addToClass(uriSchemeTailCharacterClassBit, letters + digits + '+-.')
addToClass(regNameCharacterClassBit, unreserved + subDelimiters)
addToClass(userinfoCharacterClassBit, unreserved + subDelimiters + ':')
addToClass(pathCharacterClassBit, unreserved + subDelimiters + ':@')
addToClass(queryCharacterClassBit, unreserved + subDelimiters + ':@/?')
addToClass(statementCharacterClassBit, unreserved + subDelimiters + ':/?#[]@ ')

function addToClass(set: number, members: string): void {
  for (const member of members) classes[member.charCodeAt(0)]! |= set
}

/** Whether the character code belongs to the class (or to one of several classes joined by `|`). */
export function isInCharacterClass(code: number, set: number): boolean {
  return (classes[code]! & set) !== 0
}

/** Whether the character code is one of 0–9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Where the run of characters of the class that starts at `from` ends. */
export function scanCharactersOfClass(bytes: Uint8Array, from: number, set: number): number {
  let at = from
  while (isInCharacterClass(bytes[at]!, set)) at += 1
  return at
}

/** Where the run of digits that starts at `from` ends. */
export function scanDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at]!)) at += 1
  return at
}
