// A scanner returns the end of the match, or `~offset` of the error (RFC 3986 §3.2.2).
import {
  isInCharacterClass,
  hexDigitCharacterClassBit,
  isDigit,
  scanCharactersOfClass,
  userinfoCharacterClassBit,
} from './abnf-character-classes.ts'

const dot = 46
const colon = 58
const bracketClosing = 93
// The "v" may be in either letter case (RFC 5234 §2.3).
const versionLetter = 118

/** Scans IP-literal = "[" ( IPv6address / IPvFuture ) "]". The opening bracket is at `from`. */
export function scanIpLiteral(bytes: Uint8Array, from: number): number {
  const inside = from + 1
  const end = (bytes[inside]! | 32) === versionLetter ? scanIpvFuture(bytes, inside) : scanIpv6Address(bytes, inside)
  if (end < 0) return end
  return bytes[end] === bracketClosing ? end + 1 : ~end
}

/** Scans IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ). */
function scanIpvFuture(bytes: Uint8Array, from: number): number {
  const version = scanCharactersOfClass(bytes, from + 1, hexDigitCharacterClassBit)
  if (version === from + 1 || bytes[version] !== dot) return ~version
  const end = scanCharactersOfClass(bytes, version + 1, userinfoCharacterClassBit)
  return end === version + 1 ? ~end : end
}

// Scans eight groups of up to four digits. The last two groups may be an IPv4 address, and one "::"
// can replace one or more groups. This matches the nine alternatives of the grammar.
function scanIpv6Address(bytes: Uint8Array, from: number): number {
  let at = from
  let groups = 0
  let compressed = false
  if (bytes[at] === colon) {
    if (bytes[at + 1] !== colon) return ~at
    compressed = true
    at += 2
  }
  for (;;) {
    const start = at
    while (at < start + 4 && isInCharacterClass(bytes[at]!, hexDigitCharacterClassBit)) at += 1
    if (at === start) {
      // An address that does not end with a group must end with "::".
      if (compressed && bytes[start - 1] === colon && bytes[start - 2] === colon) break
      return ~start
    }
    if (bytes[at] === dot) {
      groups += 2
      at = scanIpv4Address(bytes, start)
      if (at < 0) return at
      break
    }
    groups += 1
    if (groups > 8) return ~start
    if (bytes[at] !== colon) break
    at += 1
    if (bytes[at] === colon) {
      if (compressed) return ~at
      compressed = true
      at += 1
    }
  }
  return compressed ? (groups <= 7 ? at : ~at) : groups === 8 ? at : ~at
}

function scanIpv4Address(bytes: Uint8Array, from: number): number {
  let at = from
  for (let octet = 0; octet < 4; octet += 1) {
    if (octet > 0) {
      if (bytes[at] !== dot) return ~at
      at += 1
    }
    const start = at
    let value = 0
    while (at < start + 3 && isDigit(bytes[at]!)) {
      value = value * 10 + bytes[at]! - 48
      at += 1
    }
    const leadingZero = at > start + 1 && bytes[start] === 48
    if (at === start || value > 255 || leadingZero) return ~start
  }
  return at
}
