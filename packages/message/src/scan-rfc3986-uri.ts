// Each scanner returns the end of the longest match, or `~offset` of the error (RFC 3986).
import {
  isInCharacterClass,
  hexDigitCharacterClassBit,
  regNameCharacterClassBit,
  pathCharacterClassBit,
  queryCharacterClassBit,
  uriSchemeTailCharacterClassBit,
  userinfoCharacterClassBit,
} from './abnf-character-classes.ts'
import { scanCharactersOfClass, scanDigits } from './abnf-character-classes.ts'
import { scanIpLiteral } from './scan-ip-literal.ts'

const percent = 37
const slash = 47
const colon = 58
const question = 63
const at = 64
const bracket = 91
const hash = 35

/** Scans scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) (RFC 3986 §3.1). */
export function scanUriScheme(bytes: Uint8Array, from: number): number {
  const first = bytes[from]! | 32
  return first >= 97 && first <= 122 ? scanCharactersOfClass(bytes, from + 1, uriSchemeTailCharacterClassBit) : ~from
}

/** Scans authority = [ userinfo "@" ] host [ ":" port ], which may be empty (RFC 3986 §3.2). */
export function scanUriAuthority(bytes: Uint8Array, from: number): number {
  const end = scanHostAndPort(bytes, from)
  if (bytes[from] === bracket) return end
  const user = scanRun(bytes, end < 0 ? ~end : end, userinfoCharacterClassBit)
  return user >= 0 && bytes[user] === at ? scanHostAndPort(bytes, user + 1) : end
}

/** Scans URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ] (RFC 3986 §3). */
export function scanUri(bytes: Uint8Array, from: number): number {
  const scheme = scanUriScheme(bytes, from)
  if (scheme < 0) return scheme
  if (bytes[scheme] !== colon) return ~scheme
  let end = scheme + 1
  let pathMayFollow = true
  if (bytes[end] === slash && bytes[end + 1] === slash) {
    end = scanUriAuthority(bytes, end + 2)
    // After an authority, the path is empty or starts with "/" (RFC 3986 §3.3).
    pathMayFollow = end >= 0 && bytes[end] === slash
  }
  if (pathMayFollow) end = scanPath(bytes, end)
  if (end >= 0 && bytes[end] === question) end = scanRun(bytes, end + 1, queryCharacterClassBit)
  if (end >= 0 && bytes[end] === hash) end = scanRun(bytes, end + 1, queryCharacterClassBit)
  return end
}

/** Scans a path segment, *pchar, which may be empty (RFC 3986 §3.3). */
export function scanUriPathSegment(bytes: Uint8Array, from: number): number {
  return scanRun(bytes, from, pathCharacterClassBit)
}

// A path that starts with "//" was already scanned as an authority (RFC 3986 §3.3).
function scanPath(bytes: Uint8Array, from: number): number {
  let end = scanUriPathSegment(bytes, from)
  while (end >= 0 && bytes[end] === slash) end = scanUriPathSegment(bytes, end + 1)
  return end
}

// An IPv4 address also matches reg-name (RFC 3986 §3.2.2).
function scanHostAndPort(bytes: Uint8Array, from: number): number {
  const host = bytes[from] === bracket ? scanIpLiteral(bytes, from) : scanRun(bytes, from, regNameCharacterClassBit)
  return host >= 0 && bytes[host] === colon ? scanDigits(bytes, host + 1) : host
}

// Skips characters of a class and percent-encoded bytes ("%" HEXDIG HEXDIG, RFC 3986 §2.1).
function scanRun(bytes: Uint8Array, from: number, set: number): number {
  let end = scanCharactersOfClass(bytes, from, set)
  while (bytes[end] === percent) {
    if (
      !isInCharacterClass(bytes[end + 1]!, hexDigitCharacterClassBit) ||
      !isInCharacterClass(bytes[end + 2]!, hexDigitCharacterClassBit)
    )
      return ~end
    end = scanCharactersOfClass(bytes, end + 3, set)
  }
  return end
}
