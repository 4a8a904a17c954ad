// An application asks to sign out (OpenID Connect RP-Initiated Logout §2). Because anybody can make such a link, the person
// is asked on a page of ours, and only its answer, sent by that page, ends the session (THREATS O13).
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

/** What was asked, checked by the provider. */
interface SignOutRequest {
  applicationId: string | null
  /** Where to go afterwards: one of the application's registered addresses, with its state. */
  next: string | null
}

/** Where the application wants the browser to go afterwards; the provider has checked that it is registered.
 * Null where nobody but a stranger's document says so (THREATS O21). */
export async function getPostLogoutRedirect({ params, client }: KoaContext['oidc']): Promise<string | null> {
  if (params?.post_logout_redirect_uri === undefined || client === undefined) return null
  if (!(await isTrustedRedirectUri(client.clientId, params.post_logout_redirect_uri))) return null
  const next = new URL(params.post_logout_redirect_uri)
  if (params.state !== undefined) next.searchParams.set('state', params.state)
  return next.href
}

/** The page that says that the person is signed out, with a link back to the application where that has a home page. */
export const getSignedOutPageUrl = (application: Pick<ApiApplication, 'id' | 'uri'> | null | undefined): string =>
  application?.uri == null ? '/signed-out' : `/signed-out?${new URLSearchParams({ application: application.id })}`

/** The application that can be linked to after a sign-out; null where there is none that is enabled and has a home page. */
export async function findApplicationHomePage(
  queries: DatabaseQueryBuilder,
  id: string,
): Promise<ApiApplication | null> {
  if (!isPossibleClientId(id)) return null
  const record = await findApplicationById(queries, id)
  const isLinked = record !== undefined && record.enabled && record.definition.uri !== null
  return isLinked ? describeApplication(record) : null
}

/** The provider's setting `logoutSource`: keeps the request, and sends the browser to the page that asks. */
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

/** A request to sign out that this browser was asked to confirm. */
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
