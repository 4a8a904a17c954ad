// What an application requires at consent (decision 0069): which items cannot be left out, why, and which of them the person has no value for yet.
import { interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import type { ConsentPart } from '@countersign/api/calls'
import { findEmail } from '../../identity/email/store.ts'
import { findUserName } from '../../identity/user-names/store.ts'
import { isWayIn } from '../../identity/wallets/linked.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import type { ApplicationDefinition } from '../applications/definition.ts'
import { partOfClaim } from '../applications/required-claims.ts'
import { isOfferedAgain } from '../grants/store.ts'
import { requestedParts } from './consent-items.ts'
import { currentScope, reader } from './request-scope.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** The items that an application requires, each with its reason; null where it gives none. */
export function requirementsOf(definition: ApplicationDefinition): ReadonlyMap<ConsentPart, string | null> {
  const required = new Map<ConsentPart, string | null>()
  for (const { claim, reason = null } of definition.requires) {
    required.set(partOfClaim(definition, claim), reason)
    // The signed message contains the address.
    if (claim === 'proof' && !required.has('wallet')) required.set('wallet', reason)
  }
  return required
}

/** The required items among these for which the person has nothing to share. Groups may be empty, and aliases are made up. */
export async function findMissing(
  queries: Queries,
  personId: string,
  definition: ApplicationDefinition,
  parts: readonly ConsentPart[],
): Promise<ReadonlySet<ConsentPart>> {
  const required = requirementsOf(definition)
  const missing = new Set<ConsentPart>()
  for (const part of parts)
    if (required.has(part) && !(await hasValue(queries, personId, definition, part))) missing.add(part)
  return missing
}

async function hasValue(
  queries: Queries,
  personId: string,
  { requires }: ApplicationDefinition,
  part: ConsentPart,
): Promise<boolean> {
  switch (part) {
    case 'profile':
      // A `preferred_username` that is the display name falls back to the wallet.
      return !requires.some(({ claim }) => claim === 'name') || (await hasDisplayName(queries, personId))
    case 'user_name':
      return (await findUserName(queries, personId)) !== null
    case 'email':
      return (await findEmail(queries, personId)) !== undefined
    case 'wallet':
    case 'proof':
      return hasWallet(queries, personId)
    default:
      return true
  }
}

const hasDisplayName = async (queries: Queries, personId: string): Promise<boolean> =>
  (await queries.selectFrom('people').select('display_name').where('id', '=', personId).executeTakeFirst())
    ?.display_name != null

const hasWallet = async (queries: Queries, personId: string): Promise<boolean> =>
  (await queries
    .selectFrom('wallets')
    .select('id')
    .where('person_id', '=', personId)
    .where(isWayIn())
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A consent of before that lacks what the application requires now, or a person who has no value for it any more, is asked again. */
export const requiredIsMissing = (): Check =>
  new interactionPolicy.Check(
    'required_missing',
    'the application requires something that the person has not allowed, or does not have',
    'consent_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn, applications, heldGrants } = currentScope()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = heldGrants.get(oidc.client?.clientId ?? '')
      if (signedIn === null || application === undefined || grant === undefined) return NO_NEED_TO_PROMPT
      const required = requirementsOf(application.definition)
      if (required.size === 0) return NO_NEED_TO_PROMPT
      const parts = requestedParts(application, oidc.requestParamScopes).filter((part) => required.has(part))
      if (parts.some((part) => !grant.scopes.includes(part))) return REQUEST_PROMPT
      const missing = await findMissing(reader(), signedIn.person.id, application.definition, parts)
      return missing.size > 0 ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
    },
  )

/** The reason by which the consent page knows that it shows a choice again. */
export const offeredAgain = 'offered_again'

/** Who left something out and is sent back within minutes may be in front of an application that does not work without it. */
export const choiceIsOfferedAgain = (): Check =>
  new interactionPolicy.Check(
    offeredAgain,
    'what the person left out is offered again',
    'consent_required',
    ({ oidc }: KoaContext) => {
      const { applications, heldGrants, now } = currentScope()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = heldGrants.get(oidc.client?.clientId ?? '')
      if (application === undefined || grant === undefined || !isOfferedAgain(grant, now)) return NO_NEED_TO_PROMPT
      if (oidc.prompts.has('none') || oidc.result?.consent !== undefined) return NO_NEED_TO_PROMPT
      const wanted = requestedParts(application, oidc.requestParamScopes)
      return wanted.some((part) => grant.withheld.includes(part)) ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
    },
  )
