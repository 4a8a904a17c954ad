// Client ids that are addresses: of the document in which an application that nobody registered says what it is
// (draft-ietf-oauth-client-id-metadata-document). Compared character for character, so that only the one spelling is one that every URL parser
// agrees about (THREATS O14).
import { isIP } from 'node:net'

/** The longest such client id. It stands in addresses, log lines and rows. */
const maxLength = 256

/** The longest host, with its port. All of it is shown to people, who decide by it: a page cuts longer names (format-application-name.ts). */
const maxHostLength = 60

/** Whether a client id is the address of a document: https, a host name, a path, and nothing that hides another place. */
export function isClientMetadataDocumentUrl(text: string): boolean {
  if (text.length > maxLength || !/^https:\/\/[\x21-\x7e]+$/.test(text) || /["#<>\\^`{|}]/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { href, host, hostname, pathname, username, password } = new URL(text)
  // Capitals, standard ports, dot segments in any encoding, other spellings of IP addresses: all are printed otherwise.
  if (href !== text || username !== '' || password !== '' || pathname === '/') return false
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[') && !hostname.endsWith('.')
  return isName && host.length <= maxHostLength
}

/** The host of such a client id: what is proven of who stands behind it, and all that it is called by. */
export const getClientMetadataDocumentHost = (id: string): string => new URL(id).host
