// Which addresses an application may register for people to be sent to (THREATS O4). Requests are later compared with
// them character for character (RFC 9700 §2.1), so an address is only accepted in the one spelling that every URL
// parser agrees about.
import { maxUrlLength } from '../resources/validate-resource-reference.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

/** Hosts that are this machine, in the spelling of the URL parser: the only ones that plain http may lead to. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host is the machine of whoever opens it. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.has(host)

/** Names that the server itself adds to a redirect address (RFC 6749 §4.1.2, RFC 9207 §2, OpenID Connect Session §3). */
const responseParameterNames = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'session_state',
  'response',
]

/**
 * Looks at an address that people are sent back to, after sign-in or sign-out.
 * @returns what is wrong with it and what is allowed; null where nothing is
 *
 * @example validateRedirectUri('https://app.example/callback', 'web') // null
 */
export function validateRedirectUri(text: string, kind: ApplicationKind): ApplicationDefinitionErrorDetail | null {
  const spelling = validateUrlSpelling(text)
  if (spelling !== null) return spelling
  const url = new URL(text)
  const scheme = validateRedirectScheme(url, kind)
  if (scheme !== null) return scheme
  const taken = responseParameterNames.find((name) => url.searchParams.has(name))
  if (taken !== undefined) return createApplicationDefinitionErrorDetail('address_answer', { name: taken })
  return validateNormalizedUrl(text, url)
}

/**
 * Looks at an address that this server or a person's browser opens, and that is not a redirect: https, or http on this
 * machine.
 * @returns what is wrong with it and what is allowed; null where nothing is
 */
export function validateWebUrl(text: string): ApplicationDefinitionErrorDetail | null {
  const spelling = validateUrlSpelling(text)
  if (spelling !== null) return spelling
  const url = new URL(text)
  return validateWebScheme(url) ?? validateNormalizedUrl(text, url)
}

/** What no address may contain, because two programs could read it as two different places. */
function validateUrlSpelling(text: string): ApplicationDefinitionErrorDetail | null {
  if (text.length === 0) return createApplicationDefinitionErrorDetail('address_empty')
  if (text.length > maxUrlLength) return createApplicationDefinitionErrorDetail('long', { max: maxUrlLength })
  if (/[^\x21-\x7e]/.test(text)) {
    return createApplicationDefinitionErrorDetail('address_ascii')
  }
  if (text.includes('\\')) return createApplicationDefinitionErrorDetail('address_backslash')
  if (text.includes('#')) return createApplicationDefinitionErrorDetail('address_fragment')
  if (text.includes('*')) return createApplicationDefinitionErrorDetail('address_wildcard')
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return createApplicationDefinitionErrorDetail('address_absolute')
  const [beforeQuery = ''] = text.split('?')
  if (/^[^:]+:\/\/[^/]*@/.test(beforeQuery)) return createApplicationDefinitionErrorDetail('address_user')
  if (/%(?![0-9a-f]{2})/i.test(text)) return createApplicationDefinitionErrorDetail('address_percent')
  if (/%(25)*(2e|2f|5c)/i.test(beforeQuery)) return createApplicationDefinitionErrorDetail('address_encoded_path')
  if (/%(25)*([01][0-9a-f]|7f)/i.test(text)) return createApplicationDefinitionErrorDetail('address_encoded_control')
  if (!URL.canParse(text)) return createApplicationDefinitionErrorDetail('address_unreadable')
  return null
}

function validateRedirectScheme(url: URL, kind: ApplicationKind): ApplicationDefinitionErrorDetail | null {
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    // A certificate for the machine of whoever runs the application is everybody's (RFC 8252 §7.3 has plain http there).
    if (kind === 'native' && url.protocol === 'https:' && isLoopbackHost(url.hostname)) {
      return createApplicationDefinitionErrorDetail('address_native_https')
    }
    return validateWebScheme(url)
  }
  if (kind !== 'native') return createApplicationDefinitionErrorDetail('address_scheme')
  // A scheme is the application's own where it is a domain name in reverse (RFC 8252 §7.1). None of those that a browser
  // runs or reads by itself (javascript:, data:, file:, blob:) has a dot.
  if (!url.protocol.includes('.')) return createApplicationDefinitionErrorDetail('address_scheme_dot')
  if (!url.pathname.startsWith('/') && url.host === '')
    return createApplicationDefinitionErrorDetail('address_scheme_slash')
  return null
}

function validateWebScheme({ protocol, hostname, port }: URL): ApplicationDefinitionErrorDetail | null {
  if (protocol !== 'https:' && protocol !== 'http:') return createApplicationDefinitionErrorDetail('address_https')
  if (hostname.endsWith('.')) return createApplicationDefinitionErrorDetail('address_host_dot')
  if (hostname.startsWith('.') || hostname.includes('..'))
    return createApplicationDefinitionErrorDetail('address_host_part')
  if (port === '0') return createApplicationDefinitionErrorDetail('address_port')
  if (protocol === 'http:' && !isLoopbackHost(hostname)) return createApplicationDefinitionErrorDetail('address_http')
  return null
}

/** Catches what the rest does not name: capital letters, dot segments, standard ports, other spellings of IP addresses. Only
 * the slash of an address without a path may be missing, because some libraries send it so; it is compared as it is written. */
function validateNormalizedUrl(text: string, url: URL): ApplicationDefinitionErrorDetail | null {
  const isPrinted = url.href === text || (url.pathname === '/' && url.href === `${text}/`)
  return isPrinted ? null : createApplicationDefinitionErrorDetail('address_printed', { address: url.href })
}
