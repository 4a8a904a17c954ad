// When a sign-in needs the person; checked again on resume, because the person can have changed.
import { errors, interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext, OidcContext, Provider } from 'oidc-provider'
import { createRepeatedUnavailableScopeCheck } from './drop-scopes-unavailable-to-client.ts'
import { createAllScopesDeniedCheck, createScopelessRequestCheck } from './scopeless-authorization-rules.ts'
import { createPreferredAcrCheck, createRequiredAcrCheck } from './acr-interaction-checks.ts'
import {
  matchesConsentedClientIdentity,
  isRedirectToLocalProgram,
} from '../../store/grants/match-consented-client-identity.ts'
import { includesWalletDisclosingScope } from '../../store/grants/wallet-disclosed-to-application.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import {
  createFirstPartyPrompt,
  createNativeClientConsentCheck,
  isWalletChosenSilently,
} from './grant-first-party-consent.ts'
import { isGroupRequirementMet } from './application-group-access-control.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { createOfflineAccessConsentCheck } from './offline-access-scope-rules.ts'
import { listResourceServerTokenClaims } from './find-resource-server-once-per-oidc-request.ts'
import { canRequestWalletProof, canDiscloseWalletProof } from './wallet-proof-disclosure-to-application.ts'
import { createBoundProofCheck } from './bound-proof.ts'
import { createRepeatedConsentCheck, createMissingConsentItemCheck } from './required-consent-items.ts'
import { getEffectiveSignInMaxAge, isSignInTooOld } from './sign-in-max-age.ts'
import { findSubjectIdentifier } from './subject-identifier-store.ts'
import { applicationTestLoginCallbackPath } from './application-test-login-store.ts'
import { createUndecidedUsernameConsentCheck } from './preferred-username-claim.ts'
import { evaluateWalletChoiceRequirement } from './application-wallet-choice.ts'
import { getPreferredSignInMethod } from './parse-requested-sign-in-method.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

export const supportedPromptValues = ['none', 'login', 'consent', 'select_account', 'create'] as const

/** The provider's own error names neither the unsupported value nor the supported ones. */
export function explainUnsupportedPrompt({ OIDCContext }: Provider): void {
  Object.defineProperty(OIDCContext.prototype, 'prompts', {
    get(this: OidcContext): ReadonlySet<string> {
      const values = new Set(this.params?.prompt?.split(' '))
      const unknown = [...values].find((value) => !supportedPromptValues.some((known) => known === value))
      if (unknown === undefined) return values
      const shown = unknown.slice(0, 32).replaceAll(/[^\x21\x23-\x5b\x5d-\x7e]/g, '?')
      throw new errors.InvalidRequest(`unsupported prompt value '${shown}': use ${supportedPromptValues.join(', ')}`)
    },
  })
}

export function createOidcInteractionPolicy(origin: string, random: RandomBytes): object[] {
  const policy = interactionPolicy.base()
  // OpenID Connect Core §3.1.2.1: choosing an account means choosing a wallet and proving it.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  // Defined in "Initiating User Registration via OpenID Connect 1.0".
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  const { checks } = policy.get('login')
  checks.add(createTestLoginExpiredCheck(origin))
  checks.add(createPersonInactiveCheck())
  checks.add(createMaxAgeCheck())
  checks.add(createFreshProofCheck())
  checks.add(createBoundProofCheck())
  checks.add(createDifferentPersonCheck())
  checks.add(createPreferredAcrCheck())
  checks.add(createRequiredAcrCheck())
  checks.add(createSignInMethodCheck())
  checks.add(createGroupRequirementCheck())
  policy.add(
    createFirstPartyPrompt(random),
    policy.findIndex((prompt) => prompt === policy.get('consent')),
  )
  const consent = policy.get('consent').checks
  consent.remove('native_client_prompt')
  consent.add(createNativeClientConsentCheck())
  // Consent is given by scope, not by single claim (Core §5.5 allows both).
  consent.remove('op_claims_missing')
  consent.add(createNewResourceCheck())
  consent.add(createScopelessRequestCheck())
  consent.add(createAllScopesDeniedCheck())
  consent.add(createClientIdentityCheck())
  consent.add(createNewWalletCheck())
  consent.add(createOfflineAccessConsentCheck())
  consent.add(createUndecidedUsernameConsentCheck())
  consent.add(createMissingConsentItemCheck())
  consent.add(createRepeatedConsentCheck())
  consent.add(createRepeatedUnavailableScopeCheck())
  return policy
}

/** On resume, the test login may have expired, or someone else may have signed in (THREATS O4). */
const createTestLoginExpiredCheck = (origin: string): Check =>
  new interactionPolicy.Check('trial_over', 'the test login has expired', 'login_required', ({ oidc }: KoaContext) => {
    if (
      oidc.params?.redirect_uri === `${origin}${applicationTestLoginCallbackPath}` &&
      getOidcRequest().testLogin === null
    )
      throw new errors.InvalidRedirectUri()
    return NO_NEED_TO_PROMPT
  })

/** The provider keeps the session of an inactive person, so the request would fail later. */
const createPersonInactiveCheck = (): Check =>
  new interactionPolicy.Check(
    'gone',
    'the signed-in person no longer exists or is not active',
    'login_required',
    ({ oidc }: KoaContext) =>
      oidc.session?.accountId !== undefined && oidc.account === undefined ? REQUEST_PROMPT : NO_NEED_TO_PROMPT,
  )

const createMaxAgeCheck = (): Check =>
  new interactionPolicy.Check(
    'too_old',
    'the sign-in is older than this application allows',
    'login_required',
    ({ oidc }: KoaContext) => {
      const { signedIn, applications, now } = getOidcRequest()
      if (signedIn === null) return NO_NEED_TO_PROMPT
      const greatest = getEffectiveSignInMaxAge(applications.get(oidc.client?.clientId ?? ''), oidc.params?.max_age)
      const { created_at: createdAt } = signedIn.session
      return isSignInTooOld(greatest, { createdAt, now, isJustDone: oidc.result?.login !== undefined })
        ? REQUEST_PROMPT
        : NO_NEED_TO_PROMPT
    },
  )

/** A signed message can name an application, and other applications may not see that message. */
const createFreshProofCheck = (): Check =>
  new interactionPolicy.Check(
    'proof_of_another',
    'this application requires a fresh wallet proof',
    'login_required',
    async (ctx: KoaContext) => {
      const { oidc } = ctx
      const { signedIn, lockedGrants, applications, now } = getOidcRequest()
      const withheld = oidc.grant?.getRejectedOIDCScope().split(' ').includes('proof') ?? false
      const application = applications.get(oidc.client?.clientId ?? '')
      if (
        signedIn === null ||
        oidc.client === undefined ||
        application === undefined ||
        !oidc.requestParamScopes.has('proof') ||
        withheld
      )
        return NO_NEED_TO_PROMPT
      const { session } = signedIn
      const { walletToShare } = await evaluateWalletChoiceRequirement(
        getOidcRequestQueries(),
        signedIn,
        application,
        lockedGrants.get(oidc.client.clientId),
        { isSilent: isWalletChosenSilently(ctx), now },
      )
      if (await canDiscloseWalletProof(getOidcRequestQueries(), session, oidc.client.clientId, walletToShare))
        return NO_NEED_TO_PROMPT
      if (session.wallet_id !== null && session.wallet_id === walletToShare) return REQUEST_PROMPT
      if (
        oidc.result?.login !== undefined ||
        getPreferredSignInMethod(oidc.params ?? {}, oidc.requestParamScopes) === 'passkey'
      )
        return NO_NEED_TO_PROMPT
      return (await canRequestWalletProof(getOidcRequestQueries(), session, oidc.client.clientId, now))
        ? REQUEST_PROMPT
        : NO_NEED_TO_PROMPT
    },
  )

/** Another wallet is not disclosed by signing in with it: the person is asked (THREATS O18). */
const createNewWalletCheck = (): Check =>
  new interactionPolicy.Check(
    'wallet_is_new',
    'the person must choose which wallet to share with the application',
    'consent_required',
    async (ctx: KoaContext) => {
      const { oidc } = ctx
      const { signedIn, lockedGrants, applications, now } = getOidcRequest()
      const clientId = oidc.client?.clientId ?? ''
      const [grant, application] = [lockedGrants.get(clientId), applications.get(clientId)]
      if (signedIn === null || grant === undefined || application === undefined) return NO_NEED_TO_PROMPT
      // The application receives the resource's token, so it can read the claims.
      const tokenClaims = await listResourceServerTokenClaims(application, Object.keys(oidc.resourceServers))
      if (!includesWalletDisclosingScope([...oidc.requestParamScopes, ...tokenClaims])) return NO_NEED_TO_PROMPT
      const { isRequired } = await evaluateWalletChoiceRequirement(
        getOidcRequestQueries(),
        signedIn,
        application,
        grant,
        { isSilent: isWalletChosenSilently(ctx), now },
      )
      return isRequired ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
    },
  )

/** The provider checks hints once, and loops if `claims` has a `sub` (Core §3.1.2.1, §5.5.1). */
const createDifferentPersonCheck = (): Check =>
  new interactionPolicy.Check(
    'somebody_else',
    'a different person has signed in',
    'login_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn, applications } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (oidc.route !== 'resume' || signedIn === null || application === undefined) return NO_NEED_TO_PROMPT
      const hint = oidc.params?.id_token_hint
      const named = oidc.claims?.id_token?.sub?.value
      const expected = [
        ...(hint === undefined ? [] : [decodeTokenPayload(hint).sub]),
        ...(named === undefined ? [] : [named]),
      ]
      if (expected.length === 0) return NO_NEED_TO_PROMPT
      const subject = await findSubjectIdentifier(getOidcRequestQueries(), signedIn.person.id, application)
      if (expected.every((sub) => sub === subject)) return NO_NEED_TO_PROMPT
      throw new errors.LoginRequired('a different person than the application requested has signed in')
    },
  )

const createSignInMethodCheck = (): Check =>
  new interactionPolicy.Check(
    'other_way',
    'this application does not accept the sign-in method',
    'login_required',
    ({ oidc }: KoaContext) => {
      const { signedIn, applications } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (signedIn === null || application === undefined) return NO_NEED_TO_PROMPT
      return acceptsSignInMethod(application, signedIn.session) ? NO_NEED_TO_PROMPT : REQUEST_PROMPT
    },
  )

/** A metadata document can change, and any local program can use its client ID (THREATS O14). */
const createClientIdentityCheck = (): Check =>
  new interactionPolicy.Check(
    'not_as_shown',
    'the application runs on the device, or has changed since the person allowed it',
    'consent_required',
    (ctx) => {
      const { applications, lockedGrants } = getOidcRequest()
      const { client, params, result } = ctx.oidc
      const application = applications.get(client?.clientId ?? '')
      if (application?.origin !== 'metadata-document' || result?.consent !== undefined) return NO_NEED_TO_PROMPT
      const shown = lockedGrants.get(application.id)?.clientIdentity ?? null
      return isRedirectToLocalProgram(params?.redirect_uri) ||
        !matchesConsentedClientIdentity(application, shown, params?.redirect_uri)
        ? REQUEST_PROMPT
        : NO_NEED_TO_PROMPT
    },
  )

const createGroupRequirementCheck = (): Check =>
  new interactionPolicy.Check(
    'no_group',
    'the signed-in person is in none of the groups that this application requires',
    'access_denied',
    ({ oidc }: KoaContext) => {
      const { signedIn, applications, memberships } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (signedIn === null || application === undefined) return NO_NEED_TO_PROMPT
      return isGroupRequirementMet(application, memberships.get(signedIn.person.id))
        ? NO_NEED_TO_PROMPT
        : REQUEST_PROMPT
    },
  )

/** Consent covers each resource and its token claims, also claims added later (THREATS O15). */
const createNewResourceCheck = (): Check =>
  new interactionPolicy.Check(
    'resource_is_new',
    'the person has not consented to a resource or its claims yet',
    'consent_required',
    async ({ oidc }: KoaContext) => {
      const { applications, lockedGrants } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (application === undefined) return NO_NEED_TO_PROMPT
      const identifiers = Object.keys(oidc.resourceServers)
      const tokenClaims = await listResourceServerTokenClaims(application, identifiers)
      const { scopes = [], withheld = [], resources = [] } = lockedGrants.get(application.id) ?? {}
      const isKnown = identifiers.every((identifier) => resources.some(({ resource }) => resource === identifier))
      return isKnown && tokenClaims.every((claim) => scopes.includes(claim) || withheld.includes(claim))
        ? NO_NEED_TO_PROMPT
        : REQUEST_PROMPT
    },
  )

const decodeTokenPayload = (token: string): { sub?: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: string }
