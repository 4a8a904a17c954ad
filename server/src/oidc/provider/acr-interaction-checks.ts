// Whether somebody has signed in by the way that an application asks for (OpenID Connect Core §3.1.2.1, §5.5.1.1).
import { errors, interactionPolicy } from 'oidc-provider'
import type { Check, KoaContext } from 'oidc-provider'
import { countSignInMethodsByKind } from '../../store/people/sign-in-method-removal-guard.ts'
import { getAcr } from './convert-session-for-oidc-provider.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'
import { listRequestedSignInMethods, parseRequestedAcr } from './parse-requested-sign-in-method.ts'

const { REQUEST_PROMPT, NO_NEED_TO_PROMPT } = interactionPolicy.Check

/** A mere wish: the person is asked once, and goes on by whichever way they then choose. Nobody is disturbed for a way that they
 * do not have, or where nothing may be asked (§5.5.1.1: the context of now is told instead, which is no error). */
export const createPreferredAcrCheck = (): Check =>
  new interactionPolicy.Check(
    'acr_wished',
    'another way of signing in is asked for',
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

/** A demand: the provider asks for a sign-in; one that took place by another way has failed, and the application is told so
 * (§5.5.1.1) in the words of OpenID Connect Unmet Authentication Requirements. */
export const createRequiredAcrCheck = (): Check =>
  new interactionPolicy.Check(
    'acr_unmet',
    'another way of signing in is demanded',
    'login_required',
    ({ oidc }: KoaContext) => {
      const { signedIn } = getOidcRequest()
      const asked = parseRequestedAcr(oidc.params ?? {})
      const isMet =
        asked === null || !asked.isEssential || (signedIn !== null && asked.values.includes(getAcr(signedIn.session)))
      if (isMet || oidc.result?.login === undefined) return NO_NEED_TO_PROMPT
      throw new errors.UnmetAuthenticationRequirements(
        'the person signed in by another way than this application demands',
      )
    },
  )
