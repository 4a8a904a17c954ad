// Which services an application may name to get access tokens for (RFC 8707), and which scopes of theirs.
import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

/** The longest address that is kept. */
export const maxUrlLength = 500

/** @returns what is wrong with the address of a service, or null */
export function validateResourceIdentifier(text: string): ApplicationDefinitionErrorDetail | null {
  if (text.length === 0 || text.length > maxUrlLength)
    return createApplicationDefinitionErrorDetail('length', { max: maxUrlLength })
  if (/[^\x21-\x7e]/.test(text)) return createApplicationDefinitionErrorDetail('resource_ascii')
  if (!URL.canParse(text)) return createApplicationDefinitionErrorDetail('resource_absolute')
  if (text.includes('#')) return createApplicationDefinitionErrorDetail('resource_fragment')
  const { href } = new URL(text)
  // Both ends compare the audience of a token as text.
  return href === text ? null : createApplicationDefinitionErrorDetail('address_printed', { address: href })
}

const maxScopeLength = 100

/** @returns what is wrong with a scope of another service, or null */
export function validateResourceScope(text: string): ApplicationDefinitionErrorDetail | null {
  // The grammar of RFC 6749 §3.3.
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return createApplicationDefinitionErrorDetail('resource_scope_ascii')
  if (text.length > maxScopeLength) return createApplicationDefinitionErrorDetail('long', { max: maxScopeLength })
  // Nobody could tell at the consent whether it is meant for this server or the other.
  return (supportedOAuthScopes as readonly string[]).includes(text)
    ? createApplicationDefinitionErrorDetail('resource_scope_own')
    : null
}
