// Grants refresh tokens without `prompt=consent` too (OpenID Connect Core §11, decision 0072).
import { interactionPolicy } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import type { StoredConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { isRedirectToLocalProgram } from '../../store/grants/match-consented-client-identity.ts'
import { skipsConsentPage } from './grant-first-party-consent.ts'
import { getOidcRequest } from './oidc-request-context.ts'

const offlineAccessScope = 'offline_access'

export const offlineAccessDroppedProviderEvent = 'countersign.offline_access_left_out'

/** The provider drops the scope if the request lacks `prompt=consent`. */
const offlineAccessRequests = new WeakSet<KoaContext>()

const getRequestedScopes = ({ oidc }: KoaContext): string[] => oidc.params?.scope?.split(' ') ?? []

/** Must run before the provider drops the scope. */
export function recordOfflineAccessRequest(ctx: KoaContext | undefined): void {
  if (ctx?.oidc !== undefined && getRequestedScopes(ctx).includes(offlineAccessScope)) offlineAccessRequests.add(ctx)
}

/** Must run after the provider may have dropped the scope. */
export function restoreOfflineAccess(ctx: KoaContext, client: Client): void {
  if (!offlineAccessRequests.has(ctx) || getRequestedScopes(ctx).includes(offlineAccessScope)) return
  const definition = getOidcRequest().applications.get(client.clientId)?.definition
  if (definition?.grantTypes.includes('refresh_token') !== true)
    return reportDroppedOfflineAccess(ctx, 'no refresh token: the application lacks the grant type refresh_token')
  if (!definition.scopes.includes(offlineAccessScope))
    return reportDroppedOfflineAccess(ctx, 'no refresh token: the application lacks the scope offline_access')
  if (ctx.oidc.params !== undefined) ctx.oidc.params.scope = [...getRequestedScopes(ctx), offlineAccessScope].join(' ')
}

export function dropOfflineAccessIfSilent(ctx: KoaContext, held: StoredConsentGrant): void {
  const { oidc } = ctx
  if (!oidc.prompts.has('none') || !getRequestedScopes(ctx).includes(offlineAccessScope) || oidc.params === undefined)
    return
  if (skipsConsentPage(ctx) || (held.scopes.includes(offlineAccessScope) && !needsConsentPage(ctx))) return
  const left = getRequestedScopes(ctx).filter((scope) => scope !== offlineAccessScope)
  oidc.params.scope = left.length === 0 ? undefined : left.join(' ')
  reportDroppedOfflineAccess(
    ctx,
    'no refresh token: with prompt=none, the person cannot be asked to consent to offline_access',
  )
}

/** RFC 8252 §8.6: local programs can be impersonated, so a stored consent is not enough. */
function needsConsentPage({ oidc }: KoaContext): boolean {
  const application = getOidcRequest().applications.get(oidc.client?.clientId ?? '')
  return application?.definition.authentication === 'none' && isRedirectToLocalProgram(oidc.params?.redirect_uri)
}

export const createOfflineAccessConsentCheck = (): Check =>
  new interactionPolicy.Check(
    'offline_access_on_device',
    'a refresh token for an application that runs on the device requires the consent page',
    'consent_required',
    (ctx: KoaContext) =>
      getRequestedScopes(ctx).includes(offlineAccessScope) &&
      needsConsentPage(ctx) &&
      !skipsConsentPage(ctx) &&
      ctx.oidc.result?.consent === undefined
        ? interactionPolicy.Check.REQUEST_PROMPT
        : interactionPolicy.Check.NO_NEED_TO_PROMPT,
  )

const reportDroppedOfflineAccess = (ctx: KoaContext, reason: string): void =>
  void ctx.oidc.provider.emit(offlineAccessDroppedProviderEvent, ctx, reason)
