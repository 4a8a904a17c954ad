// The sign-in policy of a draft, for a rehearsal.
import { signInMethods as allSignInMethods } from '@countersign/api/sign-in-methods'
import type { SignInMethod } from '@countersign/api/sign-in-methods'
import type { SignInPolicyDraft } from '../rehearsal/use-rehearsal.ts'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'

interface ApplicationDraft {
  draft: ApplicationDefinitionJson
  stored: ApplicationDetailsResponse | null
}

/** Everyone may use a new application until the draft limits that, so only limits are rehearsed. */
export function getSignInPolicyDraft({ draft, stored }: ApplicationDraft): SignInPolicyDraft {
  const policy = readPolicy(draft)
  const { allowedGroups, chains, signInMethods } = policy
  return {
    applicationId: stored?.id ?? null,
    policy,
    isChanged:
      stored === null
        ? allowedGroups.length > 0 || chains.length > 0 || signInMethods.length < allSignInMethods.length
        : JSON.stringify(policy) !== JSON.stringify(readPolicy(stored.definition)),
  }
}

const readPolicy = (definition: ApplicationDefinitionJson): SignInPolicyDraft['policy'] => ({
  allowedGroups: getApplicationDefinitionStringList(definition, 'allowedGroups').toSorted(),
  signInMethods: getApplicationDefinitionStringList(definition, 'signInMethods').toSorted() as SignInMethod[],
  chains: getApplicationDefinitionStringList(definition, 'chains').toSorted(),
})
