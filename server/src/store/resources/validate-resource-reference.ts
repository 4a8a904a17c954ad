// Validates resource identifiers (RFC 8707) and their scopes.
import { supportedOAuthScopes } from '@countersign/api/api-endpoints'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'

export const maxUrlLength = 500

export function validateResourceIdentifier(text: string): ApplicationDefinitionErrorDetail | null {
  if (text.length === 0 || text.length > maxUrlLength)
    return createApplicationDefinitionErrorDetail('length', { max: maxUrlLength })
  if (/[^\x21-\x7e]/.test(text)) return createApplicationDefinitionErrorDetail('resource_ascii')
  if (!URL.canParse(text)) return createApplicationDefinitionErrorDetail('resource_absolute')
  if (text.includes('#')) return createApplicationDefinitionErrorDetail('resource_fragment')
  const { href } = new URL(text)
  // Clients and resource servers compare the audience as a string.
  return href === text ? null : createApplicationDefinitionErrorDetail('address_printed', { address: href })
}

const maxScopeLength = 100

export function validateResourceScope(text: string): ApplicationDefinitionErrorDetail | null {
  // RFC 6749 §3.3.
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)) return createApplicationDefinitionErrorDetail('resource_scope_ascii')
  if (text.length > maxScopeLength) return createApplicationDefinitionErrorDetail('long', { max: maxScopeLength })
  // The person could confuse such a scope with one of ours at consent.
  return (supportedOAuthScopes as readonly string[]).includes(text)
    ? createApplicationDefinitionErrorDetail('resource_scope_own')
    : null
}
