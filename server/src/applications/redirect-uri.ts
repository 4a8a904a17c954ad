// Which addresses an application may register for people to be sent to (THREATS O4). Requests are later compared with
// them character for character (RFC 9700 §2.1), so an address is only accepted in the one spelling that every URL
// parser agrees about.
import type { ApplicationKind } from '../platform/database/schema.ts'

/** The longest address that is kept. */
export const maxAddressLength = 500

/** Hosts that are this machine, in the spelling of the URL parser: the only ones that plain http may lead to. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host is the machine of whoever opens it. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.has(host)

/** Names that the server itself adds to a redirect address (RFC 6749 §4.1.2, RFC 9207 §2, OpenID Connect Session §3). */
const answerNames = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state', 'response']

/**
 * Looks at an address that people are sent back to, after sign-in or sign-out.
 * @returns what is wrong with it and what is allowed; null where nothing is
 *
 * @example redirectUriFault('https://app.example/callback', 'web') // null
 */
export function redirectUriFault(text: string, kind: ApplicationKind): string | null {
  const spelling = spellingFault(text)
  if (spelling !== null) return spelling
  const url = new URL(text)
  const scheme = schemeFault(url, kind)
  if (scheme !== null) return scheme
  const taken = answerNames.find((name) => url.searchParams.has(name))
  if (taken !== undefined) return `must not have "${taken}" in its query: this server adds that itself`
  return printedFault(text, url)
}

/**
 * Looks at an address that this server or a person's browser opens, and that is not a redirect: https, or http on this
 * machine.
 * @returns what is wrong with it and what is allowed; null where nothing is
 */
export function webAddressFault(text: string): string | null {
  const spelling = spellingFault(text)
  if (spelling !== null) return spelling
  const url = new URL(text)
  return webSchemeFault(url) ?? printedFault(text, url)
}

/** What no address may contain, because two programs could read it as two different places. */
function spellingFault(text: string): string | null {
  if (text.length === 0) return 'must not be empty'
  if (text.length > maxAddressLength) return `must not be longer than ${maxAddressLength} characters`
  if (/[^\x21-\x7e]/.test(text)) {
    return 'must be visible ASCII without spaces: write a host name with other letters as "xn--…", anything else as %XX'
  }
  if (text.includes('\\')) return 'must not contain a backslash: browsers read it as "/"'
  if (text.includes('#')) return 'must not have a fragment ("#…"), not even an empty one (RFC 6749 §3.1.2)'
  if (text.includes('*')) return 'must not contain "*": there are no wildcards, write each address out'
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return 'must be absolute, such as "https://app.example/callback"'
  const [beforeQuery = ''] = text.split('?')
  if (/^[^:]+:\/\/[^/]*@/.test(beforeQuery)) return 'must not have a user name before the host'
  if (/%(?![0-9a-f]{2})/i.test(text)) return 'must not contain a "%" that is not followed by two hexadecimal digits'
  if (/%(25)*(2e|2f|5c)/i.test(beforeQuery)) return 'must not contain an encoded ".", "/" or "\\" before its query'
  if (/%(25)*([01][0-9a-f]|7f)/i.test(text)) return 'must not contain an encoded control character'
  if (!URL.canParse(text)) return 'must be an address that a browser can open'
  return null
}

function schemeFault(url: URL, kind: ApplicationKind): string | null {
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    // A certificate for the machine of whoever runs the application is everybody's (RFC 8252 §7.3 has plain http there).
    if (kind === 'native' && url.protocol === 'https:' && isLoopbackHost(url.hostname)) {
      return 'must be plain http where a native application listens on the machine itself (RFC 8252 §7.3)'
    }
    return webSchemeFault(url)
  }
  if (kind !== 'native') return 'must begin with "https://"; only a native application may have a scheme of its own'
  // A scheme is the application's own where it is a domain name in reverse (RFC 8252 §7.1). None of those that a browser
  // runs or reads by itself (javascript:, data:, file:, blob:) has a dot.
  if (!url.protocol.includes('.')) return 'must have a scheme with a dot, as a domain name in reverse, such as "example.app:/callback" (RFC 8252 §7.1)'
  if (!url.pathname.startsWith('/') && url.host === '') return 'must have a "/" after its scheme, such as "example.app:/callback"'
  return null
}

function webSchemeFault({ protocol, hostname, port }: URL): string | null {
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with "https://"'
  if (hostname.endsWith('.')) return 'must not have a host that ends in a dot'
  if (hostname.startsWith('.') || hostname.includes('..')) return 'must not have a host with an empty part'
  if (port === '0') return 'must not have port 0'
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return 'must begin with "https://"; plain http is for localhost, 127.0.0.1 and [::1] alone'
  return null
}

/** Catches what the rest does not name: capital letters, dot segments, standard ports, other spellings of IP addresses. Only
 * the slash of an address without a path may be missing, because some libraries send it so; it is compared as it is written. */
function printedFault(text: string, url: URL): string | null {
  const isPrinted = url.href === text || (url.pathname === '/' && url.href === `${text}/`)
  return isPrinted ? null : `must be written as browsers write it: "${url.href}"`
}
