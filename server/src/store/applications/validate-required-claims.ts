// Claims and scopes that an application requires (decision 0069).
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import type { RequirableClaim } from '@countersign/api/oauth-scopes'
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

type ClaimSettings = Pick<ApplicationDefinition, 'preferredUsername' | 'email'>

export function getConsentPartForClaim(
  { preferredUsername, email }: ClaimSettings,
  claim: RequirableClaim,
): ConsentableScope {
  switch (claim) {
    case 'name':
      return 'profile'
    case 'preferred_username':
      return preferredUsername === 'user-name' ? 'user_name' : 'profile'
    case 'email':
      return email === 'alias' ? 'email_alias' : 'email'
    default:
      return claim
  }
}

export function validateRequiredClaims({
  requires,
  scopes,
  email,
}: Pick<ApplicationDefinition, 'requires' | 'scopes' | 'email'>): ApplicationDefinitionErrorDetail | false {
  for (const { claim } of requires) {
    if (claim === 'email') {
      if (email === 'none') return createApplicationDefinitionErrorDetail('requires_email')
      continue
    }
    const scope = claim === 'name' || claim === 'preferred_username' ? 'profile' : claim
    if (!scopes.includes(scope)) return createApplicationDefinitionErrorDetail('requires_scope', { claim, scope })
  }
  return false
}
