// Which services an application may name to get access tokens for (RFC 8707), and which scopes of theirs.
import { scopes } from '@countersign/api/calls'
import { tell } from '../definition-errors/definition-fault.ts'
import type { ToldFault } from '../definition-errors/definition-fault.ts'

/** The longest address that is kept. */
export const maxAddressLength = 500

/** @returns what is wrong with the address of a service, or null */
export function resourceFault(text: string): ToldFault | null {
  if (text.length === 0 || text.length > maxAddressLength) return tell('length', { max: maxAddressLength })
  if (/[^\x21-\x7e]/.test(text)) return tell('resource_ascii')
  if (!URL.canParse(text)) return tell('resource_absolute')
  if (text.includes('#')) return tell('resource_fragment')
  const { href } = new URL(text)
  // Both ends compare the audience of a token as text.
  return href === text ? null : tell('address_printed', { address: href })
}

const maxScopeLength = 100

/** @returns what is wrong with a scope of another service, or null */
export function resourceScopeFault(text: string): ToldFault | null {
  // The grammar of RFC 6749 §3.3.
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return tell('resource_scope_ascii')
  if (text.length > maxScopeLength) return tell('long', { max: maxScopeLength })
  // Nobody could tell at the consent whether it is meant for this server or the other.
  return (scopes as readonly string[]).includes(text) ? tell('resource_scope_own') : null
}
