// Client IDs according to draft-ietf-oauth-client-id-metadata-document (THREATS O14).
import { isIP } from 'node:net'

const maxLength = 256

/** Short enough to show in full (format-application-name.ts), because people rely on the host. */
const maxHostLength = 60

export function isClientMetadataDocumentUrl(text: string): boolean {
  if (text.length > maxLength || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /["#<>\\^`{|}]/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { href, host, hostname, pathname, username, password } = new URL(text)
  // IDs are compared as strings, so capitals, default ports, dot segments and so on are refused.
  if (href !== text || username !== '' || password !== '' || pathname === '/') return false
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && !hostname.endsWith('.')
  return isName && host.length <= maxHostLength
}

/** Returns the host, the only verified part of the client's identity. */
export const getClientMetadataDocumentHost = (id: string): string => new URL(id).host
