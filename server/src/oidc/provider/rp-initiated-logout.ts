// OpenID Connect RP-Initiated Logout §2, which the person has to confirm (THREATS O13).
import { isPossibleClientId } from '../../store/applications/validate-application-definition-fields.ts'
import { describeApplication, findApplicationById } from '../../store/applications/application-store.ts'
import type { ApiApplication } from '@countersign/api/api-endpoints'
import type { KoaContext } from 'oidc-provider'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { removeOidcProviderRecord } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import { getOidcRequest, getOrStartOidcRequestTransaction } from './oidc-request-context.ts'
import { isTrustedRedirectUri } from './intercept-untrusted-redirect.ts'

const signOutKind = 'SignOut'
const signOutLifetimeMs = 600_000

interface SignOutRequest {
  applicationId: string | null
  next: string | null
}

/** Null if the URI, although registered, is not trusted (THREATS O21). */
export async function getPostLogoutRedirect({ params, client }: KoaContext['oidc']): Promise<string | null> {
  if (params?.post_logout_redirect_uri === undefined || client === undefined) return null
  if (!(await isTrustedRedirectUri(client.clientId, params.post_logout_redirect_uri))) return null
  const next = new URL(params.post_logout_redirect_uri)
  if (params.state !== undefined) next.searchParams.set('state', params.state)
  return next.href
}

export const getSignedOutPageUrl = (application: Pick<ApiApplication, 'id' | 'uri'> | null | undefined): string =>
  application?.uri == null ? '/signed-out' : `/signed-out?${new URLSearchParams({ application: application.id })}`

/** Null unless the application is enabled and has a home page. */
export async function findApplicationHomePage(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ApiApplication | null> {
  if (!isPossibleClientId(id)) return null
  const record = await findApplicationById(queries, id)
  const isLinked = record !== undefined && record.enabled && record.definition.uri !== null
  return isLinked ? describeApplication(record) : null
}

export async function redirectToLogoutConfirmation(random: RandomBytes, ctx: KoaContext): Promise<void> {
  const { now, browserHash } = getOidcRequest()
  const id = createBearerSecret(random)
  const next = await getPostLogoutRedirect(ctx.oidc)
  const request: SignOutRequest = { applicationId: ctx.oidc.client?.clientId ?? null, next }
  await saveOidcProviderRecord(await getOrStartOidcRequestTransaction(), {
    kind: signOutKind,
    id,
    payload: { ...request },
    browserHash,
    now,
    expiresAt: now + signOutLifetimeMs,
  })
  ctx.status = 303
  ctx.redirect(`/sign-out?${new URLSearchParams({ request: id })}`)
  ctx.body = ''
}

export async function findLogoutRequest(
  queries: DatabaseQueryBuilder,
  { id, browserHash, now }: { id: string; browserHash: string | null; now: number },
): Promise<(SignOutRequest & { application: ApiApplication | null }) | undefined> {
  if (browserHash === null) return undefined
  const row = await queries
    .selectFrom('provider_records')
    .select('payload')
    .where('kind', '=', signOutKind)
    .where('id_hash', '=', hashBearerSecret(id))
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const request = JSON.parse(row.payload) as SignOutRequest
  const record = request.applicationId === null ? undefined : await findApplicationById(queries, request.applicationId)
  return { ...request, application: record === undefined ? null : describeApplication(record) }
}

export async function removeLogoutRequest(transaction: DatabaseTransaction, id: string): Promise<void> {
  await removeOidcProviderRecord(transaction, signOutKind, id)
}
