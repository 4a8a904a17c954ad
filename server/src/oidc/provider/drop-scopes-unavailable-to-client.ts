// Scopes beyond what an application may have (RFC 6749 §3.3, decision 0077). They are left out, the token response says which were granted, and
// the log how to allow the others. Where nothing would be left, the provider refuses with invalid_scope.
import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isServerScope } from '../../store/resources/resource-server-definition.ts'
import { findValidOidcProviderRecord } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

/** The event of a request that names scopes which the application may not have, for the log. */
export const scopesDroppedProviderEvent = 'countersign.scopes_left_out'

const droppedScopes = new WeakMap<KoaContext, Set<string>>()

const getDroppedScopes = (ctx: KoaContext): string[] => [...(droppedScopes.get(ctx) ?? [])].toSorted()

/** Where scopes are requested. */
const scopeRequestRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
])

/** Takes scopes of this server out of a request whose application does not have them; called before the provider would refuse them. */
export function dropScopesUnavailableToClient(ctx: KoaContext | undefined, client: Client): void {
  const params = ctx?.oidc?.params
  const application = getOidcRequest().applications.get(client.clientId)
  if (
    ctx === undefined ||
    params?.scope === undefined ||
    application === undefined ||
    !scopeRequestRoutes.has(ctx.oidc.route)
  )
    return
  const { scopes } = application.definition
  const isMissing = (scope: string): boolean => isServerScope(scope) && !(scopes as readonly string[]).includes(scope)
  const requested = params.scope.split(' ')
  const granted = requested.filter((scope) => !isMissing(scope))
  // A refresh token alone is good for nothing.
  if (granted.length === requested.length || granted.every((scope) => scope === 'offline_access')) return
  params.scope = granted.join(' ')
  // That one has a line of its own (offline-access-scope-rules.ts).
  const missing = requested.filter((scope) => isMissing(scope) && scope !== 'offline_access')
  recordDroppedScopes(ctx, missing, () => explainDroppedScopes(application, missing))
}

const explainDroppedScopes = ({ id, origin, definition }: ApplicationRecord, missing: readonly string[]): string =>
  origin === 'metadata-document'
    ? 'left out: the metadata document of the application does not name them in "scope"'
    : `left out: the application does not have them; countersign application change ${id} --scope "${[...new Set([...definition.scopes, ...missing])].join(' ')}" allows them`

/** Notes scopes of a resource that are not open to the application, where others of the request are. */
export function recordDroppedResourceScopes(
  ctx: KoaContext,
  { id, definition }: ApplicationRecord,
  resource: string,
  missing: readonly string[],
): void {
  recordDroppedScopes(ctx, missing, () => {
    const listed = definition.resources.find((one) => one.resource === resource)?.scopes ?? []
    return `left out: they are not open to the application; countersign application change ${id} --resource "${[resource, ...listed, ...missing].join(' ')}" allows them`
  })
}

function recordDroppedScopes(ctx: KoaContext, missing: readonly string[], reason: () => string): void {
  const known = droppedScopes.get(ctx) ?? new Set()
  droppedScopes.set(ctx, known)
  const added = missing.filter((scope) => !known.has(scope))
  for (const scope of added) known.add(scope)
  // It was logged when the request came.
  if (added.length > 0 && ctx.oidc.route !== 'resume')
    ctx.oidc.provider.emit(scopesDroppedProviderEvent, ctx, added, reason())
}

const kind = 'ScopesLeftOut'
const windowMs = 60_000
const maxGrantsInWindow = 2

const toDroppedScopesId = (sessionUid: string, clientId: string, missing: readonly string[]): string =>
  [sessionUid, clientId, ...missing].join(' ')

async function readGrantTimes(id: string): Promise<number[]> {
  const { now } = getOidcRequest()
  const found = await findValidOidcProviderRecord(getOidcRequestQueries(), kind, id, now)
  const { given = [] } = found === undefined ? {} : (JSON.parse(found.payload) as { given?: number[] })
  return given.filter((time) => time > now - windowMs)
}

/**
 * Ends a step-up loop: a client that is refused by a resource server for a missing scope, requests it, is silently given a token without it, and
 * begins again. A second sign-in looks the same, so that the third request of a session within a minute is refused. One with `prompt=none`, or
 * during which the person answered a page, is never refused for it.
 */
export const createRepeatedUnavailableScopeCheck = (): Check =>
  new interactionPolicy.Check(
    'left_out_again',
    'scopes that the application may not have are requested again and again',
    'invalid_scope',
    async (ctx: KoaContext) => {
      const { oidc } = ctx
      const missing = getDroppedScopes(ctx)
      const { NO_NEED_TO_PROMPT } = interactionPolicy.Check
      if (missing.length === 0 || oidc.route !== 'authorization' || oidc.prompts.has('none')) return NO_NEED_TO_PROMPT
      const given = await readGrantTimes(
        toDroppedScopesId(oidc.session?.uid ?? '', oidc.client?.clientId ?? '', missing),
      )
      if (given.length < maxGrantsInWindow) return NO_NEED_TO_PROMPT
      const names = missing.join(' ')
      throw new errors.InvalidScope(
        `this application was given tokens without ${names} ${maxGrantsInWindow} times in the last minute, and is not allowed more: an operator allows it with countersign application change`,
        names,
      )
    },
  )

/** Notes that a code was given to an application that requested more. */
export async function recordGrantWithDroppedScopes(
  transaction: DatabaseTransaction,
  { sessionUid, clientId }: OidcProviderRecordPayload,
): Promise<void> {
  const { ctx } = Provider
  const missing = ctx === undefined ? [] : getDroppedScopes(ctx)
  if (missing.length === 0 || ctx?.oidc.route !== 'authorization' || ctx.oidc.prompts.has('none')) return
  if (typeof sessionUid !== 'string') return
  const { now } = getOidcRequest()
  const id = toDroppedScopesId(sessionUid, clientId ?? '', missing)
  const given = [...(await readGrantTimes(id)), now].slice(-maxGrantsInWindow)
  await saveOidcProviderRecord(transaction, {
    kind,
    id,
    payload: { given },
    browserHash: null,
    now,
    expiresAt: now + windowMs,
  })
}
