// Grants what a first-party application requests, in place of the consent page (decision 0085).
import { interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import type { ConsentableScope } from '@countersign/api/api-endpoints'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { skipsConsent } from '../../store/applications/first-party-consent.ts'
import { lockConsentGrantRow, saveConsentGrant } from '../../store/grants/consent-grant-store.ts'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { includesWalletDisclosingScope } from '../../store/grants/wallet-disclosed-to-application.ts'
import type { DisclosedWalletSelection } from '../../store/grants/wallet-disclosed-to-application.ts'
import { getRequestedProofBinding } from '../../store/interactions/requested-proof-binding.ts'
import { lockPersonRow } from '../../store/people/sign-in-method-removal-guard.ts'
import {
  createDisclosedWalletAuditEvents,
  evaluateWalletChoiceRequirement,
  resolveDisclosedWalletChoice,
} from './application-wallet-choice.ts'
import { createProviderGrantForSession } from './create-provider-grant-for-session.ts'
import { getOidcRequest, getOidcRequestQueries, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { findMissingConsentItems, isRequiredWalletMissing } from './required-consent-items.ts'
import { resolveConsentRequest, toConsentDecision } from './resolve-consent-request.ts'
import type { ConsentRequest } from './resolve-consent-request.ts'

/** Whether this request of a first-party application needs no consent page. */
export function skipsConsentPage({ oidc }: KoaContext): boolean {
  const application = getOidcRequest().applications.get(oidc.client?.clientId ?? '')
  return (
    application !== undefined &&
    !oidc.prompts.has('consent') &&
    skipsConsent(application, oidc.params?.redirect_uri, oidc.provider.issuer)
  )
}

/** A bound proof is signed for this request, so the person chooses if another wallet signed it. */
export const isWalletChosenSilently = (ctx: KoaContext): boolean =>
  ctx.oidc.prompts.has('none') || (skipsConsentPage(ctx) && getRequestedProofBinding(ctx.oidc.params ?? {}) === null)

/** Must run before a grant or session is locked: consent pages lock the person first. */
export async function lockPersonForFirstPartyGrant(
  ctx: KoaContext,
  transaction: DatabaseTransaction,
  personId: string,
): Promise<void> {
  if (skipsConsentPage(ctx)) await lockPersonRow(transaction, personId)
}

/** A prompt of its own, because the checks of one prompt run concurrently. It never prompts. */
export function createFirstPartyPrompt(random: RandomBytes): object {
  const check = new interactionPolicy.Check(
    'first_party',
    'the application is first-party',
    'interaction_required',
    async (ctx: KoaContext) => {
      await grantFirstPartyConsent(random, ctx)
      return interactionPolicy.Check.NO_NEED_TO_PROMPT
    },
  )
  return new interactionPolicy.Prompt({ name: 'first_party', requestable: false }, check)
}

/** The provider's own check also asks for claimed https addresses (RFC 8252 §7.2), on every sign-in. */
export const createNativeClientConsentCheck = (): Check =>
  new interactionPolicy.Check(
    'native_client_prompt',
    'native clients require End-User interaction',
    'interaction_required',
    (ctx: KoaContext) =>
      ctx.oidc.client?.applicationType === 'native' && ctx.oidc.result?.consent === undefined && !skipsConsentPage(ctx)
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
  )

async function grantFirstPartyConsent(random: RandomBytes, ctx: KoaContext): Promise<void> {
  const { signedIn, applications, lockedGrants, now, events } = getOidcRequest()
  const { client, params, account } = ctx.oidc
  const application = applications.get(client?.clientId ?? '')
  if (signedIn === null || account === undefined || application === undefined || !skipsConsentPage(ctx)) return
  const asked = await resolveConsentRequest(getOidcRequestQueries(), application, params?.scope, params?.resource)
  const held = lockedGrants.get(application.id)
  if (!(await isAnythingUngranted(signedIn, application, held, asked))) return
  const transaction = await getOrStartOidcRequestTransaction()
  const { definition } = application
  // The consent page lets the person enter what is missing (decision 0069).
  if ((await findMissingConsentItems(transaction, signedIn, definition, asked.scopes, now)).size > 0) return
  const allowance = toConsentDecision(asked, held?.withheld ?? [])
  const wallet = await chooseWalletWithoutPage(transaction, signedIn, application, allowance.scopes, held)
  if (await isRequiredWalletMissing(transaction, signedIn, definition, asked.scopes, wallet?.walletId ?? null, now))
    return
  const personId = signedIn.person.id
  await saveConsentGrant(transaction, random, { personId, applicationId: application.id, allowance, wallet, now })
  const grant = await lockConsentGrantRow(transaction, personId, application.id)
  if (grant === undefined) return
  events.push(...createDisclosedWalletAuditEvents(personId, application.id, wallet, held))
  await replaceProviderGrant(random, ctx, { signedIn, application, grant })
}

/** A linked wallet that the application knows stays, and no other wallet was offered (THREATS O18). */
async function chooseWalletWithoutPage(
  transaction: DatabaseTransaction,
  signedIn: AuthenticatedSession,
  application: ApplicationRecord,
  scopes: readonly ConsentableScope[],
  held: StoredConsentGrant | undefined,
): Promise<Omit<DisclosedWalletSelection, 'before'> | null> {
  if (!includesWalletDisclosingScope(scopes)) return null
  const { now } = getOidcRequest()
  const known = held?.walletId ?? null
  const options = { isSilent: true, now }
  const { walletToShare } = await evaluateWalletChoiceRequirement(transaction, signedIn, application, held, options)
  if (known !== null && walletToShare === known) return { walletId: known, signedInWith: null }
  const choice = { before: held, chosen: undefined, now }
  const chosen = await resolveDisclosedWalletChoice(transaction, signedIn, application, scopes, choice)
  return chosen && { ...chosen, signedInWith: null }
}

/** What the person withheld on a consent page stays withheld. */
async function isAnythingUngranted(
  signedIn: AuthenticatedSession,
  application: ApplicationRecord,
  held: StoredConsentGrant | undefined,
  asked: ConsentRequest,
): Promise<boolean> {
  if (held === undefined) return true
  if (asked.scopes.some((part) => !held.scopes.includes(part) && !held.withheld.includes(part))) return true
  const isResourceHeld = ({ resource, scopes }: ConsentRequest['resources'][number]): boolean => {
    const known = held.resources.find((one) => one.resource === resource)
    return known !== undefined && scopes.every((scope) => known.scopes.includes(scope))
  }
  if (!asked.resources.every(isResourceHeld)) return true
  if (!includesWalletDisclosingScope(asked.scopes)) return false
  const options = { isSilent: true, now: getOidcRequest().now }
  return (await evaluateWalletChoiceRequirement(getOidcRequestQueries(), signedIn, application, held, options))
    .isRequired
}

async function replaceProviderGrant(
  random: RandomBytes,
  ctx: KoaContext,
  {
    signedIn,
    application,
    grant,
  }: { signedIn: AuthenticatedSession; application: ApplicationRecord; grant: StoredConsentGrant },
): Promise<void> {
  const { session } = ctx.oidc
  getOidcRequest().lockedGrants.set(application.id, grant)
  const providerGrant = await createProviderGrantForSession(random, ctx, { signedIn, application, grant })
  if (providerGrant === undefined || session === undefined) return
  session.ensureClientContainer(application.id)
  session.grantIdFor(application.id, providerGrant.jti)
  ctx.oidc.entity('Grant', providerGrant)
}
