// Checks that a sign-in has the requested `acr` (OpenID Connect Core §3.1.2.1, §5.5.1.1).
import { errors, interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import { countSignInMethodsByKind } from '../../store/people/sign-in-method-removal-guard.ts'
import { getAcr } from './convert-session-for-oidc-provider.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { listRequestedSignInMethods, parseRequestedAcr } from './parse-requested-sign-in-method.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** Voluntary: prompts at most once, and only if the person has such a method (§5.5.1.1). */
export const createPreferredAcrCheck = (): Check =>
  new interactionPolicy.Check(
    'acr_wished',
    'a different sign-in method is requested',
    'login_required',
    async ({ oidc }: KoaContext) => {
      const { signedIn } = getOidcRequest()
      const asked = parseRequestedAcr(oidc.params ?? {})
      const mayAsk = oidc.result?.login === undefined && !oidc.prompts.has('none')
      if (signedIn === null || asked === null || asked.isEssential || !mayAsk) return NO_NEED_TO_PROMPT
      if (asked.values.includes(getAcr(signedIn.session))) return NO_NEED_TO_PROMPT
      const has = await countSignInMethodsByKind(getOidcRequestQueries(), signedIn.person.id)
      return listRequestedSignInMethods(oidc.params ?? {}).some((way) => has[way] > 0)
        ? REQUEST_PROMPT
        : NO_NEED_TO_PROMPT
    },
  )

/** Essential (§5.5.1.1), with the error of OpenID Connect Unmet Authentication Requirements. */
export const createRequiredAcrCheck = (): Check =>
  new interactionPolicy.Check(
    'acr_unmet',
    'a different sign-in method is required',
    'login_required',
    ({ oidc }: KoaContext) => {
      const { signedIn } = getOidcRequest()
      const asked = parseRequestedAcr(oidc.params ?? {})
      const isMet =
        asked === null || !asked.isEssential || (signedIn !== null && asked.values.includes(getAcr(signedIn.session)))
      if (isMet || oidc.result?.login === undefined) return NO_NEED_TO_PROMPT
      throw new errors.UnmetAuthenticationRequirements(
        'the person signed in with a different sign-in method than this application requires',
      )
    },
  )
