// Each character class is a bit in one lookup table, so that a text is parsed in one pass.

/** HEXDIG of RFC 5234 §B.1, in either letter case. */
export const hexDigitCharacterClassBit = 1
/** The characters of a nonce: ALPHA / DIGIT of RFC 5234 §B.1. */
export const alphanumericCharacterClassBit = 2
/** The characters of a scheme after its first letter (RFC 3986 §3.1). */
export const uriSchemeTailCharacterClassBit = 4
/** The characters of a reg-name: unreserved / sub-delims (RFC 3986 §2.2 and §2.3). */
export const regNameCharacterClassBit = 8
/** The characters of userinfo and IPvFuture: those of a reg-name, plus ":" (RFC 3986 §3.2.1). */
export const userinfoCharacterClassBit = 16
/** The characters of a path segment that are not percent-encoded: pchar (RFC 3986 §3.3). */
export const pathCharacterClassBit = 32
/** The characters of queries and fragments: pchar / "/" / "?" (RFC 3986 §3.4 and §3.5). */
export const queryCharacterClassBit = 64
/** The characters of a statement: reserved / unreserved / " " (ERC-4361 §Message Format). */
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

/** Whether the character is in the class, or in one of several classes joined with `|`. */
export function isInCharacterClass(code: number, set: number): boolean {
  return (classes[code]! & set) !== 0
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Skips characters of a class; returns the offset of the first other character. */
export function scanCharactersOfClass(bytes: Uint8Array, from: number, set: number): number {
  let at = from
  while (isInCharacterClass(bytes[at]!, set)) at += 1
  return at
}

export function scanDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at]!)) at += 1
  return at
}
