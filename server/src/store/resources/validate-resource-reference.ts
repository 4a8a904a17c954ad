// Which services an application may name to get access tokens for (RFC 8707), and which scopes of theirs.
import { oauthScopes } from '@countersign/api/api-endpoints'
import { createDefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { DefinitionErrorDetail } from '../definition-errors/definition-error.ts'

/** The longest address that is kept. */
export const maxUrlLength = 500

/** @returns what is wrong with the address of a service, or null */
export function validateResourceIdentifier(text: string): DefinitionErrorDetail | null {
  if (text.length === 0 || text.length > maxUrlLength)
    return createDefinitionErrorDetail('length', { max: maxUrlLength })
  if (/[^\x21-\x7e]/.test(text)) return createDefinitionErrorDetail('resource_ascii')
  if (!URL.canParse(text)) return createDefinitionErrorDetail('resource_absolute')
  if (text.includes('#')) return createDefinitionErrorDetail('resource_fragment')
  const { href } = new URL(text)
  // Both ends compare the audience of a token as text.
  return href === text ? null : createDefinitionErrorDetail('address_printed', { address: href })
}

const maxScopeLength = 100

/** @returns what is wrong with a scope of another service, or null */
export function validateResourceScope(text: string): DefinitionErrorDetail | null {
  // The grammar of RFC 6749 §3.3.
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return createDefinitionErrorDetail('resource_scope_ascii')
  if (text.length > maxScopeLength) return createDefinitionErrorDetail('long', { max: maxScopeLength })
  // Nobody could tell at the consent whether it is meant for this server or the other.
  return (oauthScopes as readonly string[]).includes(text) ? createDefinitionErrorDetail('resource_scope_own') : null
}
