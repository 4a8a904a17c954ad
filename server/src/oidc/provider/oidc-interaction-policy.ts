// When an application's sign-in needs the person: what the provider asks by itself, and what it leaves out. All of these
// hold again when the sign-in goes on, because the person can have changed in between.
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
import { isGroupRequirementMet } from './application-group-access-control.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { createOfflineAccessConsentCheck } from './offline-access-scope-rules.ts'
import { listResourceServerTokenClaims } from './find-resource-server-once-per-oidc-request.ts'
import { canRequestWalletProof, canDiscloseWalletProof } from './wallet-proof-disclosure-to-application.ts'
import { createRepeatedConsentCheck, createMissingConsentItemCheck } from './required-consent-items.ts'
import { getEffectiveSignInMaxAge, isSignInTooOld } from './sign-in-max-age.ts'
import { findSubjectIdentifier } from './subject-identifier-store.ts'
import { applicationTestLoginCallbackPath } from './application-test-login-store.ts'
import { createUndecidedUsernameConsentCheck } from './preferred-username-claim.ts'
import { evaluateWalletChoiceRequirement } from './application-wallet-choice.ts'
import { getPreferredSignInMethod } from './parse-requested-sign-in-method.ts'
import { acceptsSignInMethod } from '../../store/applications/sign-in-methods-accepted-by-application.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** The values of `prompt` that are understood, as the discovery document names them. */
export const supportedPromptValues = ['none', 'login', 'consent', 'select_account', 'create'] as const

/** Has the provider refuse a `prompt` that is not understood with its name and those that are; its own refusal says neither. */
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

/** The provider's setting `interactions.policy`. */
export function createOidcInteractionPolicy(origin: string): object[] {
  const policy = interactionPolicy.base()
  // OpenID Connect Core §3.1.2.1: here, to choose an account is to choose a wallet and prove it.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  // Initiating User Registration via OpenID Connect 1.0: a person who proves a wallet for the first time gets an account.
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  const { checks } = policy.get('login')
  checks.add(createTestLoginExpiredCheck(origin))
  checks.add(createPersonInactiveCheck())
  checks.add(createMaxAgeCheck())
  checks.add(createFreshProofCheck())
  checks.add(createDifferentPersonCheck())
  checks.add(createPreferredAcrCheck())
  checks.add(createRequiredAcrCheck())
  checks.add(createSignInMethodCheck())
  checks.add(createGroupRequirementCheck())
  const consent = policy.get('consent').checks
  // People are asked for scopes: a single claim is given with its scope or not at all (Core §5.5 lets both be).
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

/** The address that a test login comes back to was one when the request began, and the provider does not look again when it goes on: by
 * then the test login can have run out, or somebody else be signed in (THREATS O4). */
const createTestLoginExpiredCheck = (origin: string): Check =>
  new interactionPolicy.Check('trial_over', 'the test login is over', 'login_required', ({ oidc }: KoaContext) => {
    if (
      oidc.params?.redirect_uri === `${origin}${applicationTestLoginCallbackPath}` &&
      getOidcRequest().testLogin === null
    )
      throw new errors.InvalidRedirectUri()
    return NO_NEED_TO_PROMPT
  })

/** Whoever was signed in when the request came, and was suspended, merged or erased since: the provider knows the session still, and
 * finds nobody. It would go on to what they allowed, and fail. */
const createPersonInactiveCheck = (): Check =>
  new interactionPolicy.Check('gone', 'who was signed in is there no more', 'login_required', ({ oidc }: KoaContext) =>
    oidc.session?.accountId !== undefined && oidc.account === undefined ? REQUEST_PROMPT : NO_NEED_TO_PROMPT,
  )

/** The age that the application is held to is the smaller one: that of its request, and that which the operator set. */
const createMaxAgeCheck = (): Check =>
  new interactionPolicy.Check(
    'too_old',
    'the sign-in is older than this application accepts',
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

/** A signed message can name the application that it was signed for, and no other one learns that. Who signs in with a passkey, or with
 * another wallet than the one that is told, has none: they are asked for it once, and then go on without. */
const createFreshProofCheck = (): Check =>
  new interactionPolicy.Check(
    'proof_of_another',
    'a fresh proof is needed for this application',
    'login_required',
    async ({ oidc }: KoaContext) => {
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
        {
          isSilent: oidc.prompts.has('none'),
          now,
        },
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

/** A wallet that an application does not know is not told because its person signed in with it: they are asked (THREATS O18). */
const createNewWalletCheck = (): Check =>
  new interactionPolicy.Check(
    'wallet_is_new',
    'the person has to choose which wallet the application knows',
    'consent_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn, lockedGrants, applications, now } = getOidcRequest()
      const clientId = oidc.client?.clientId ?? ''
      const [grant, application] = [lockedGrants.get(clientId), applications.get(clientId)]
      if (signedIn === null || grant === undefined || application === undefined) return NO_NEED_TO_PROMPT
      // What a resource is told, the application that carries its token is told as well.
      const told = await listResourceServerTokenClaims(application, Object.keys(oidc.resourceServers))
      if (!includesWalletDisclosingScope([...oidc.requestParamScopes, ...told])) return NO_NEED_TO_PROMPT
      const isSilent = oidc.prompts.has('none')
      const { isRequired } = await evaluateWalletChoiceRequirement(
        getOidcRequestQueries(),
        signedIn,
        application,
        grant,
        {
          isSilent,
          now,
        },
      )
      return isRequired ? REQUEST_PROMPT : NO_NEED_TO_PROMPT
    },
  )

/** The provider looks at the hint at the first request only, and asks without end for the `sub` of `claims`; who comes back can
 * be somebody else, and then the application is told so (Core §3.1.2.1, §5.5.1). */
const createDifferentPersonCheck = (): Check =>
  new interactionPolicy.Check(
    'somebody_else',
    'somebody else has signed in',
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
      throw new errors.LoginRequired('somebody else than the application names has signed in')
    },
  )

/** Who signed in by a way that the application does not accept is asked to sign in by one that it does; nothing is given before. */
const createSignInMethodCheck = (): Check =>
  new interactionPolicy.Check(
    'other_way',
    'the way of signing in is not one that this application accepts',
    'login_required',
    ({ oidc }: KoaContext) => {
      const { signedIn, applications } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (signedIn === null || application === undefined) return NO_NEED_TO_PROMPT
      return acceptsSignInMethod(application, signedIn.session) ? NO_NEED_TO_PROMPT : REQUEST_PROMPT
    },
  )

/** An application that nobody registered is what its document says, and that changes: it is shown again where it calls itself otherwise or sends
 * people elsewhere; and each time where it is a program on the device, because another one there can say that it is this one (THREATS O14). */
const createClientIdentityCheck = (): Check =>
  new interactionPolicy.Check('not_as_shown', 'the application is not what was let in', 'consent_required', (ctx) => {
    const { applications, lockedGrants } = getOidcRequest()
    const { client, params, result } = ctx.oidc
    const application = applications.get(client?.clientId ?? '')
    if (application?.origin !== 'metadata-document' || result?.consent !== undefined) return NO_NEED_TO_PROMPT
    const shown = lockedGrants.get(application.id)?.clientIdentity ?? null
    return isRedirectToLocalProgram(params?.redirect_uri) ||
      !matchesConsentedClientIdentity(application, shown, params?.redirect_uri)
      ? REQUEST_PROMPT
      : NO_NEED_TO_PROMPT
  })

/** Who belongs to none of the groups that the application lets in is shown that, and can sign in as somebody else or go back. */
const createGroupRequirementCheck = (): Check =>
  new interactionPolicy.Check(
    'no_group',
    'who is signed in belongs to none of the groups that this application lets in',
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

/** A resource is asked for, and what its tokens tell of a person, before there are any; also where it came to tell it later (THREATS O15). */
const createNewResourceCheck = (): Check =>
  new interactionPolicy.Check(
    'resource_is_new',
    'a resource, or what it would be told, was not asked for yet',
    'consent_required',
    async ({ oidc }: KoaContext) => {
      const { applications, lockedGrants } = getOidcRequest()
      const application = applications.get(oidc.client?.clientId ?? '')
      if (application === undefined) return NO_NEED_TO_PROMPT
      const identifiers = Object.keys(oidc.resourceServers)
      const told = await listResourceServerTokenClaims(application, identifiers)
      const { scopes = [], withheld = [], resources = [] } = lockedGrants.get(application.id) ?? {}
      const isKnown = identifiers.every((identifier) => resources.some(({ resource }) => resource === identifier))
      return isKnown && told.every((claim) => scopes.includes(claim) || withheld.includes(claim))
        ? NO_NEED_TO_PROMPT
        : REQUEST_PROMPT
    },
  )

/** The members of a token that was verified when the sign-in began. */
const decodeTokenPayload = (token: string): { sub?: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: string }
