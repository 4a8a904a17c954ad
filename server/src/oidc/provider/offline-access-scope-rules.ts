// When a client gets a refresh token (OpenID Connect Core §11, decision 0072): where it has the grant, requests `offline_access`, and the person
// allows it now or did before. `prompt=consent` is not needed: the consent page names the scope, and is shown as long as it was not answered.
import { interactionPolicy } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { isRedirectToLocalProgram } from '../../store/grants/match-consented-client-identity.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const offlineAccessScope = 'offline_access'

/** The event of requests whose `offline_access` is not granted, for the log. */
export const offlineAccessDroppedProviderEvent = 'countersign.offline_access_left_out'

/** Requests that named the scope, which the provider drops where it is not requested together with `prompt=consent`. */
const offlineAccessRequests = new WeakSet<KoaContext>()

const getRequestedScopes = ({ oidc }: KoaContext): string[] => oidc.params?.scope?.split(' ') ?? []

/** Called before the provider drops the scope. */
export function recordOfflineAccessRequest(ctx: KoaContext | undefined): void {
  if (ctx?.oidc !== undefined && getRequestedScopes(ctx).includes(offlineAccessScope)) offlineAccessRequests.add(ctx)
}

/** Called after the provider may have dropped the scope. */
export function restoreOfflineAccess(ctx: KoaContext, client: Client): void {
  if (!offlineAccessRequests.has(ctx) || getRequestedScopes(ctx).includes(offlineAccessScope)) return
  const definition = getOidcRequest().applications.get(client.clientId)?.definition
  if (definition?.grantTypes.includes('refresh_token') !== true)
    return reportDroppedOfflineAccess(ctx, 'no refresh token: the application does not have the grant refresh_token')
  if (!definition.scopes.includes(offlineAccessScope))
    return reportDroppedOfflineAccess(
      ctx,
      'no refresh token: offline_access is not among the scopes of the application',
    )
  if (ctx.oidc.params !== undefined) ctx.oidc.params.scope = [...getRequestedScopes(ctx), offlineAccessScope].join(' ')
}

/**
 * A silent request gets what was allowed before, and no refresh token where that was not part of it, or where the consent page has to be shown.
 * @param held the remembered consent
 */
export function dropOfflineAccessIfSilent(ctx: KoaContext, held: StoredConsentGrant): void {
  const { oidc } = ctx
  if (!oidc.prompts.has('none') || !getRequestedScopes(ctx).includes(offlineAccessScope) || oidc.params === undefined)
    return
  if (held.scopes.includes(offlineAccessScope) && !needsConsentPage(ctx)) return
  const left = getRequestedScopes(ctx).filter((scope) => scope !== offlineAccessScope)
  oidc.params.scope = left.length === 0 ? undefined : left.join(' ')
  reportDroppedOfflineAccess(ctx, 'no refresh token: with prompt=none the person cannot be asked for offline_access')
}

/** RFC 8252 §8.6: any program on the device can claim to be this one, so that a consent of before does not speak for it. */
function needsConsentPage({ oidc }: KoaContext): boolean {
  const application = getOidcRequest().applications.get(oidc.client?.clientId ?? '')
  return application?.definition.authentication === 'none' && isRedirectToLocalProgram(oidc.params?.redirect_uri)
}

/** A check of the consent prompt. */
export const createOfflineAccessConsentCheck = (): Check =>
  new interactionPolicy.Check(
    'offline_access_on_device',
    'a refresh token for a program on the device needs the consent page',
    'consent_required',
    (ctx: KoaContext) =>
      getRequestedScopes(ctx).includes(offlineAccessScope) &&
      needsConsentPage(ctx) &&
      ctx.oidc.result?.consent === undefined
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
  )

const reportDroppedOfflineAccess = (ctx: KoaContext, reason: string): void =>
  void ctx.oidc.provider.emit(offlineAccessDroppedProviderEvent, ctx, reason)
