// The claims and scopes that an application requires (decision 0069): what each stands for at consent, and what the application needs for it.
import type { ConsentPart } from '@countersign/api/calls'
import type { RequirableClaim } from '@countersign/api/scopes'
import { tell } from '../definition-errors/definition-fault.ts'
import type { ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'

type Told = Pick<ApplicationDefinition, 'preferredUsername' | 'email'>

/** The item of the consent page that a claim belongs to. */
export function partOfClaim({ preferredUsername, email }: Told, claim: RequirableClaim): ConsentPart {
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

/** What is wrong with the list: an application can only require what it may request. */
export function requirementFault({
  requires,
  scopes,
  email,
}: Pick<ApplicationDefinition, 'requires' | 'scopes' | 'email'>): ToldFault | false {
  for (const { claim } of requires) {
    if (claim === 'email') {
      if (email === 'none') return tell('requires_email')
      continue
    }
    const scope = claim === 'name' || claim === 'preferred_username' ? 'profile' : claim
    if (!scopes.includes(scope)) return tell('requires_scope', { claim, scope })
  }
  return false
}
