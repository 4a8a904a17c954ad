// RFC 3986 by hand, in one pass over the characters: the pieces of a URI that a sign-in message is made of. Each scanner
// starts at an offset and answers where its longest match ends; where nothing can match it answers the bitwise complement
// (`~offset`, a negative number) of the place that is at fault. The caller decides what may follow.
import { belongs, hexDigit, nameCharacter, pathCharacter, queryCharacter, schemeRest, skip, skipDigits, userCharacter } from './characters.ts'
import { scanIpLiteral } from './ip-literal.ts'

const percent = 37
const slash = 47
const colon = 58
const question = 63
const at = 64
const bracket = 91
const hash = 35

/** RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ). */
export function scanScheme(text: string, from: number): number {
  const first = text.charCodeAt(from) | 32
  return first >= 97 && first <= 122 ? skip(text, from + 1, schemeRest) : ~from
}

/** RFC 3986 §3.2: authority = [ userinfo "@" ] host [ ":" port ]. It may be empty, as a reg-name may. */
export function scanAuthority(text: string, from: number): number {
  const user = scanRun(text, from, userCharacter)
  const hostStart = user >= 0 && text.charCodeAt(user) === at ? user + 1 : from
  const host = text.charCodeAt(hostStart) === bracket
    ? scanIpLiteral(text, hostStart)
    : scanRun(text, hostStart, nameCharacter)
  return host >= 0 && text.charCodeAt(host) === colon ? skipDigits(text, host + 1) : host
}

/** RFC 3986 §3: URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]. */
export function scanUri(text: string, from: number): number {
  const scheme = scanScheme(text, from)
  if (scheme < 0) return scheme
  if (text.charCodeAt(scheme) !== colon) return ~scheme
  let end = scheme + 1
  let pathMayFollow = true
  if (text.charCodeAt(end) === slash && text.charCodeAt(end + 1) === slash) {
    end = scanAuthority(text, end + 2)
    // RFC 3986 §3.3: after an authority a path is empty or begins with "/".
    pathMayFollow = end >= 0 && text.charCodeAt(end) === slash
  }
  if (pathMayFollow) end = scanPath(text, end)
  if (end >= 0 && text.charCodeAt(end) === question) end = scanRun(text, end + 1, queryCharacter)
  if (end >= 0 && text.charCodeAt(end) === hash) end = scanRun(text, end + 1, queryCharacter)
  return end
}

/** RFC 3986 §3.3: *pchar, one path segment that may be empty. */
export function scanSegment(text: string, from: number): number {
  return scanRun(text, from, pathCharacter)
}

/**
 * RFC 3986 §3.3: path-abempty, path-absolute, path-rootless and path-empty at once. They differ only in how they may
 * begin, and a path that begins with "//" has already been read as an authority.
 */
function scanPath(text: string, from: number): number {
  let end = scanSegment(text, from)
  while (end >= 0 && text.charCodeAt(end) === slash) end = scanSegment(text, end + 1)
  return end
}

/** A run of the class or of percent-encoded bytes (RFC 3986 §2.1: "%" HEXDIG HEXDIG). */
function scanRun(text: string, from: number, set: number): number {
  let end = skip(text, from, set)
  while (text.charCodeAt(end) === percent) {
    if (!belongs(text.charCodeAt(end + 1), hexDigit) || !belongs(text.charCodeAt(end + 2), hexDigit)) return ~end
    end = skip(text, end + 3, set)
  }
  return end
}
