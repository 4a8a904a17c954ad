// Which services an application may name to get access tokens for (RFC 8707), and which scopes of theirs.
import { scopes } from '@countersign/api/calls'
import { maxAddressLength } from './redirect-uri.ts'

/** @returns what is wrong with the address of a service, or null */
export function resourceFault(text: string): string | null {
  if (text.length === 0 || text.length > maxAddressLength) return `must have 1 to ${maxAddressLength} characters`
  if (/[^\x21-\x7e]/.test(text)) return 'must be visible ASCII without spaces'
  if (!URL.canParse(text)) return 'must be an absolute address, such as "https://service.example/" (RFC 8707 §2)'
  if (text.includes('#')) return 'must not have a fragment ("#…") (RFC 8707 §2)'
  const { href } = new URL(text)
  // Both ends compare the audience of a token as text.
  return href === text ? null : `must be written as browsers write it: "${href}"`
}

const maxScopeLength = 100

/** @returns what is wrong with a scope of another service, or null */
export function resourceScopeFault(text: string): string | null {
  // The grammar of RFC 6749 §3.3.
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return 'must be visible ASCII without spaces, quotation marks and backslashes (RFC 6749 §3.3)'
  if (text.length > maxScopeLength) return `must not be longer than ${maxScopeLength} characters`
  // Nobody could tell at the consent whether it is meant for this server or the other.
  return (scopes as readonly string[]).includes(text) ? 'must not be named like a scope of this server' : null
}
