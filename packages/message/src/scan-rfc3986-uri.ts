// RFC 3986 by hand, in one pass over the characters: the pieces of a URI that a sign-in message is made of. Each scanner
// starts at an offset and answers where its longest match ends; where nothing can match it answers the bitwise complement
// (`~offset`, a negative number) of the place that is at fault. The caller decides what may follow. The bytes are those of
// `encodeTextForParser`.
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

/** RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ). */
export function scanUriScheme(bytes: Uint8Array, from: number): number {
  const first = bytes[from]! | 32
  return first >= 97 && first <= 122 ? scanCharactersOfClass(bytes, from + 1, uriSchemeTailCharacterClassBit) : ~from
}

/**
 * RFC 3986 §3.2: authority = [ userinfo "@" ] host [ ":" port ]. It may be empty, as a reg-name may. Host and port are
 * tried first, because most have no userinfo; what they leave over is userinfo only if an "@" ends it.
 */
export function scanUriAuthority(bytes: Uint8Array, from: number): number {
  const end = scanHostAndPort(bytes, from)
  if (bytes[from] === bracket) return end
  const user = scanRun(bytes, end < 0 ? ~end : end, userinfoCharacterClassBit)
  return user >= 0 && bytes[user] === at ? scanHostAndPort(bytes, user + 1) : end
}

/** RFC 3986 §3: URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]. */
export function scanUri(bytes: Uint8Array, from: number): number {
  const scheme = scanUriScheme(bytes, from)
  if (scheme < 0) return scheme
  if (bytes[scheme] !== colon) return ~scheme
  let end = scheme + 1
  let pathMayFollow = true
  if (bytes[end] === slash && bytes[end + 1] === slash) {
    end = scanUriAuthority(bytes, end + 2)
    // RFC 3986 §3.3: after an authority a path is empty or begins with "/".
    pathMayFollow = end >= 0 && bytes[end] === slash
  }
  if (pathMayFollow) end = scanPath(bytes, end)
  if (end >= 0 && bytes[end] === question) end = scanRun(bytes, end + 1, queryCharacterClassBit)
  if (end >= 0 && bytes[end] === hash) end = scanRun(bytes, end + 1, queryCharacterClassBit)
  return end
}

/** RFC 3986 §3.3: *pchar, one path segment that may be empty. */
export function scanUriPathSegment(bytes: Uint8Array, from: number): number {
  return scanRun(bytes, from, pathCharacterClassBit)
}

/**
 * RFC 3986 §3.3: path-abempty, path-absolute, path-rootless and path-empty at once. They differ only in how they may
 * begin, and a path that begins with "//" has already been read as an authority.
 */
function scanPath(bytes: Uint8Array, from: number): number {
  let end = scanUriPathSegment(bytes, from)
  while (end >= 0 && bytes[end] === slash) end = scanUriPathSegment(bytes, end + 1)
  return end
}

/** RFC 3986 §3.2.2 and §3.2.3: host [ ":" port ], port = *DIGIT. An IPv4 address is a reg-name too, to the grammar. */
function scanHostAndPort(bytes: Uint8Array, from: number): number {
  const host = bytes[from] === bracket ? scanIpLiteral(bytes, from) : scanRun(bytes, from, regNameCharacterClassBit)
  return host >= 0 && bytes[host] === colon ? scanDigits(bytes, host + 1) : host
}

/** A run of the class or of percent-encoded bytes (RFC 3986 §2.1: "%" HEXDIG HEXDIG). */
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
