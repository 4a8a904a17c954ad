// Redirects are compared as strings, so only one spelling is accepted (THREATS O4, RFC 9700 §2.1).
import { maxUrlLength } from '../resources/validate-resource-reference.ts'
import type { ApplicationKind } from '../../platform/database/database-column-types.ts'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

export const isLoopbackHost = (host: string): boolean => loopbackHosts.has(host)

/** This server adds these (RFC 6749 §4.1.2, RFC 9207 §2, OpenID Connect Session §3). */
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

/** For URLs other than redirect URIs. They need https, or http on a loopback host. */
export function validateWebUrl(text: string): ApplicationDefinitionErrorDetail | null {
  const spelling = validateUrlSpelling(text)
  if (spelling !== null) return spelling
  const url = new URL(text)
  return validateWebScheme(url) ?? validateNormalizedUrl(text, url)
}

/** Refuses characters and encodings that programs may interpret in different ways. */
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
    // With https, every installation would share the loopback certificate's key (RFC 8252 §7.3).
    if (kind === 'native' && url.protocol === 'https:' && isLoopbackHost(url.hostname)) {
      return createApplicationDefinitionErrorDetail('address_native_https')
    }
    return validateWebScheme(url)
  }
  if (kind !== 'native') return createApplicationDefinitionErrorDetail('address_scheme')
  // Private-use schemes are reverse domain names (RFC 8252 §7.1); javascript: has no dot.
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

/** Refuses capitals, dot segments and default ports; a missing "/" path is allowed. */
function validateNormalizedUrl(text: string, url: URL): ApplicationDefinitionErrorDetail | null {
  const isPrinted = url.href === text || (url.pathname === '/' && url.href === `${text}/`)
  return isPrinted ? null : createApplicationDefinitionErrorDetail('address_printed', { address: url.href })
}
