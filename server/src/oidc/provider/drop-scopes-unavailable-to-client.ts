// Drops scopes that an application may not have (RFC 6749 §3.3, decision 0077) and logs the fix.
import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import { findCliCommandPrefix } from '../../platform/cli-command-prefix.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isServerScope } from '../../store/resources/resource-server-definition.ts'
import { findValidOidcProviderRecord } from './find-valid-oidc-provider-records.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

export const scopesDroppedProviderEvent = 'countersign.scopes_left_out'

const droppedScopes = new WeakMap<KoaContext, Set<string>>()

const getDroppedScopes = (ctx: KoaContext): string[] => [...(droppedScopes.get(ctx) ?? [])].toSorted()

const scopeRequestRoutes: ReadonlySet<string> = new Set([
  'authorization',
  'pushed_authorization_request',
  'device_authorization',
])

/** Must run before the provider refuses the scopes. */
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
  // Without another scope, `offline_access` is useless.
  if (granted.length === requested.length || granted.every((scope) => scope === 'offline_access')) return
  params.scope = granted.join(' ')
  // offline-access-scope-rules.ts logs `offline_access` itself.
  const missing = requested.filter((scope) => isMissing(scope) && scope !== 'offline_access')
  recordDroppedScopes(ctx, missing, () => explainDroppedScopes(application, missing))
}

const explainDroppedScopes = ({ id, origin, definition }: ApplicationRecord, missing: readonly string[]): string =>
  origin === 'metadata-document'
    ? 'dropped: the client metadata document does not list these scopes in "scope"'
    : `dropped: not in the scopes of the application; to allow them, run ${findCliCommandPrefix()} application change ${id} --scope "${[...new Set([...definition.scopes, ...missing])].join(' ')}"`

export function recordDroppedResourceScopes(
  ctx: KoaContext,
  { id, definition }: ApplicationRecord,
  resource: string,
  missing: readonly string[],
): void {
  recordDroppedScopes(ctx, missing, () => {
    const listed = definition.resources.find((one) => one.resource === resource)?.scopes ?? []
    return `dropped: not open to the application; to allow them, run ${findCliCommandPrefix()} application change ${id} --resource "${[resource, ...listed, ...missing].join(' ')}"`
  })
}

function recordDroppedScopes(ctx: KoaContext, missing: readonly string[], reason: () => string): void {
  const known = droppedScopes.get(ctx) ?? new Set()
  droppedScopes.set(ctx, known)
  const added = missing.filter((scope) => !known.has(scope))
  for (const scope of added) known.add(scope)
  // On resume, the scopes were already logged when the request arrived.
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

// Ends loops of a client that keeps requesting a scope it never gets: the third request of a
// session in a minute fails, except with `prompt=none` or after an answered page.
export const createRepeatedUnavailableScopeCheck = (): Check =>
  new interactionPolicy.Check(
    'left_out_again',
    'the application repeatedly requests scopes that it is not allowed to use',
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
        `not allowed for this application: ${names} (it got tokens without these scopes ${maxGrantsInWindow} times in the last minute); an operator can allow them with ${findCliCommandPrefix()} application change`,
        names,
      )
    },
  )

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
