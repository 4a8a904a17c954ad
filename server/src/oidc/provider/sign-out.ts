// An application asks to sign out (OpenID Connect RP-Initiated Logout §2). Because anybody can make such a link, the person
// is asked on a page of ours, and only its answer, sent by that page, ends the session (THREATS O13).
import { canBeClientId } from '../../store/applications/check-fields.ts'
import { describeApplication, findApplication } from '../../store/applications/store.ts'
import type { Application } from '@countersign/api/calls'
import type { KoaContext } from 'oidc-provider'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import { removeRecord, saveRecord } from '../../store/authorizations/records.ts'
import { currentScope, writer } from './request-scope.ts'
import { isTrustedAt } from './untrusted-redirect.ts'

const kind = 'SignOut'
const lifeMs = 600_000

/** What was asked, checked by the provider. */
interface SignOutRequest {
  applicationId: string | null
  /** Where to go afterwards: one of the application's registered addresses, with its state. */
  next: string | null
}

/** Where the application wants the browser to go afterwards; the provider has checked that it is registered.
 * Null where nobody but a stranger's document says so (THREATS O21). */
export async function afterSignOut({ params, client }: KoaContext['oidc']): Promise<string | null> {
  if (params?.post_logout_redirect_uri === undefined || client === undefined) return null
  if (!(await isTrustedAt(client.clientId, params.post_logout_redirect_uri))) return null
  const next = new URL(params.post_logout_redirect_uri)
  if (params.state !== undefined) next.searchParams.set('state', params.state)
  return next.href
}

/** The page that says that the person is signed out, with a link back to the application where that has a home page. */
export const signedOutPage = (application: Pick<Application, 'id' | 'uri'> | null | undefined): string =>
  application?.uri == null ? '/signed-out' : `/signed-out?${new URLSearchParams({ application: application.id })}`

/** The application that can be linked to after a sign-out; null where there is none that is enabled and has a home page. */
export async function findHome(queries: Queries, id: string): Promise<Application | null> {
  if (!canBeClientId(id)) return null
  const record = await findApplication(queries, id)
  const isLinked = record !== undefined && record.enabled && record.definition.uri !== null
  return isLinked ? describeApplication(record) : null
}

/** The provider's setting `logoutSource`: keeps the request, and sends the browser to the page that asks. */
export async function beginSignOut(random: Random, ctx: KoaContext): Promise<void> {
  const { now, browserHash } = currentScope()
  const id = createSecret(random)
  const next = await afterSignOut(ctx.oidc)
  const request: SignOutRequest = { applicationId: ctx.oidc.client?.clientId ?? null, next }
  await saveRecord(await writer(), { kind, id, payload: { ...request }, browserHash, now, expiresAt: now + lifeMs })
  ctx.status = 303
  ctx.redirect(`/sign-out?${new URLSearchParams({ request: id })}`)
  ctx.body = ''
}

/** A request to sign out that this browser was asked to confirm. */
export async function findSignOutRequest(
  queries: Queries,
  { id, browserHash, now }: { id: string; browserHash: string | null; now: number },
): Promise<(SignOutRequest & { application: Application | null }) | undefined> {
  if (browserHash === null) return undefined
  const row = await queries
    .selectFrom('provider_records')
    .select('payload')
    .where('kind', '=', kind)
    .where('id_hash', '=', hashSecret(id))
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const request = JSON.parse(row.payload) as SignOutRequest
  const record = request.applicationId === null ? undefined : await findApplication(queries, request.applicationId)
  return { ...request, application: record === undefined ? null : describeApplication(record) }
}

export async function removeSignOutRequest(transaction: Transaction, id: string): Promise<void> {
  await removeRecord(transaction, kind, id)
}
