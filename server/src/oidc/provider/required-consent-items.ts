// What an application requires at consent (decision 0069), and what of that the person lacks.
import { interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import { findEmailAddressOfPerson } from '../../store/email/email-store.ts'
import { findCurrentUsername } from '../../store/usernames/username-store.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { getConsentPartForClaim } from '../../store/applications/validate-required-claims.ts'
import { isConsentChoiceReoffered } from '../../store/grants/consent-grant-store.ts'
import { listWalletsDisclosableToApplication } from '../../store/grants/wallets-disclosable-to-application.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import { listRequestedConsentItems } from './resolve-consent-request.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** Maps each required item to the application's reason, or to null. */
export function getRequiredConsentItems(
  definition: ApplicationDefinition,
): ReadonlyMap<ConsentableScope, string | null> {
  const required = new Map<ConsentableScope, string | null>()
  for (const { claim, reason = null } of definition.requires) {
    required.set(getConsentPartForClaim(definition, claim), reason)
    // The signed message contains the address.
    if (claim === 'proof' && !required.has('wallet')) required.set('wallet', reason)
  }
  return required
}

/** Groups may be empty and aliases are generated, so neither is ever missing. */
export async function findMissingConsentItems(
  queries: DatabaseQueryBuilder,
  signedIn: AuthenticatedSession,
  definition: ApplicationDefinition,
  parts: readonly ConsentableScope[],
  now: number,
): Promise<ReadonlySet<ConsentableScope>> {
  const required = getRequiredConsentItems(definition)
  const missing = new Set<ConsentableScope>()
  for (const part of parts)
    if (required.has(part) && !(await hasConsentPartValue(queries, signedIn, definition, part, now))) missing.add(part)
  return missing
}

/** Also true for a wallet of another chain family or an unverified contract (THREATS S8). */
export async function isRequiredWalletMissing(
  queries: DatabaseQueryBuilder,
  signedIn: AuthenticatedSession,
  definition: ApplicationDefinition,
  parts: readonly ConsentableScope[],
  walletId: string | null,
  now: number,
): Promise<boolean> {
  if (!parts.includes('wallet') || !getRequiredConsentItems(definition).has('wallet')) return false
  const wallets = await listWallets(queries, signedIn, definition, now)
  return !wallets.some(({ id }) => id === walletId)
}

const listWallets = (
  queries: DatabaseQueryBuilder,
  { person, session }: AuthenticatedSession,
  definition: ApplicationDefinition,
  now: number,
) => listWalletsDisclosableToApplication(queries, person.id, { definition }, [session.wallet_id], now)

async function hasConsentPartValue(
  queries: DatabaseQueryBuilder,
  signedIn: AuthenticatedSession,
  definition: ApplicationDefinition,
  part: ConsentableScope,
  now: number,
): Promise<boolean> {
  const personId = signedIn.person.id
  switch (part) {
    case 'profile':
      // A `preferred_username` from the display name falls back to the wallet.
      return !definition.requires.some(({ claim }) => claim === 'name') || (await hasDisplayName(queries, personId))
    case 'user_name':
      return (await findCurrentUsername(queries, personId)) !== null
    case 'email':
      return (await findEmailAddressOfPerson(queries, personId)) !== undefined
    case 'wallet':
    case 'proof':
      return (await listWallets(queries, signedIn, definition, now)).length > 0
    default:
      return true
  }
}

const hasDisplayName = async (queries: DatabaseQueryBuilder, personId: string): Promise<boolean> =>
  (await queries.selectFrom('people').select('display_name').where('id', '=', personId).executeTakeFirst())
    ?.display_name != null

export const createMissingConsentItemCheck = (): Check =>
  new interactionPolicy.Check(
    'required_missing',
    'the person has not shared, or does not have, an item that the application requires',
    'consent_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn, applications, lockedGrants, now } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = lockedGrants.get(oidc.client?.clientId ?? '')
      if (signedIn === null || application === undefined || grant === undefined) return NO_NEED_TO_PROMPT
      const required = getRequiredConsentItems(application.definition)
      if (required.size === 0) return NO_NEED_TO_PROMPT
      const parts = listRequestedConsentItems(application, oidc.requestParamScopes).filter((part) => required.has(part))
      if (parts.some((part) => !grant.scopes.includes(part))) return REQUEST_PROMPT
      const { definition } = application
      const missing = await findMissingConsentItems(getOidcRequestQueries(), signedIn, definition, parts, now)
      return missing.size > 0 ||
        (await isRequiredWalletMissing(getOidcRequestQueries(), signedIn, definition, parts, grant.walletId, now))
        ? REQUEST_PROMPT
        : NO_NEED_TO_PROMPT
    },
  )

export const repeatedConsentReason = 'offered_again'

/** The application may not work without what the person withheld minutes ago. */
export const createRepeatedConsentCheck = (): Check =>
  new interactionPolicy.Check(
    repeatedConsentReason,
    'items that the person withheld are offered again',
    'consent_required',
    ({ oidc }: KoaContext) => {
      const { applications, lockedGrants, now } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      const grant = lockedGrants.get(oidc.client?.clientId ?? '')
      if (application === undefined || grant === undefined || !isConsentChoiceReoffered(grant, now))
        return NO_NEED_TO_PROMPT
      if (oidc.prompts.has('none') || oidc.result?.consent !== undefined) return NO_NEED_TO_PROMPT
      const wanted = listRequestedConsentItems(application, oidc.requestParamScopes)
      return wanted.some((part) => grant.withheld.includes(part)) ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
    },
  )
