// Scopes beyond what an application may have (RFC 6749 §3.3, decision 0077). They are left out, the token response says which were granted, and
// the log how to allow the others. Where nothing would be left, the provider refuses with invalid_scope.
import { Provider, errors, interactionPolicy } from 'oidc-provider'
import type { Check, Client, KoaContext } from 'oidc-provider'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { saveRecord } from '../../store/authorizations/records.ts'
import type { Payload } from '../../store/authorizations/records.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { isOwnScope } from '../../store/resources/definition.ts'
import { findRecord } from './records.ts'
import { currentScope, reader } from './request-scope.ts'

/** The event of a request that names scopes which the application may not have, for the log. */
export const scopesLeftOut = 'countersign.scopes_left_out'

const leftOut = new WeakMap<KoaContext, Set<string>>()

const leftOutOf = (ctx: KoaContext): string[] => [...(leftOut.get(ctx) ?? [])].toSorted()

/** Where scopes are requested. */
const routes: ReadonlySet<string> = new Set(['authorization', 'pushed_authorization_request', 'device_authorization'])

/** Takes scopes of this server out of a request whose application does not have them; called before the provider would refuse them. */
export function leaveOutScopes(ctx: KoaContext | undefined, client: Client): void {
  const params = ctx?.oidc?.params
  const application = currentScope().applications.get(client.clientId)
  if (ctx === undefined || params?.scope === undefined || application === undefined || !routes.has(ctx.oidc.route))
    return
  const { scopes } = application.definition
  const isMissing = (scope: string): boolean => isOwnScope(scope) && !(scopes as readonly string[]).includes(scope)
  const requested = params.scope.split(' ')
  const granted = requested.filter((scope) => !isMissing(scope))
  // A refresh token alone is good for nothing.
  if (granted.length === requested.length || granted.every((scope) => scope === 'offline_access')) return
  params.scope = granted.join(' ')
  // That one has a line of its own (offline-access.ts).
  const missing = requested.filter((scope) => isMissing(scope) && scope !== 'offline_access')
  note(ctx, missing, () => howToAllow(application, missing))
}

const howToAllow = ({ id, origin, definition }: ApplicationRecord, missing: readonly string[]): string =>
  origin === 'metadata-document'
    ? 'left out: the metadata document of the application does not name them in "scope"'
    : `left out: the application does not have them; countersign application change ${id} --scope "${[...new Set([...definition.scopes, ...missing])].join(' ')}" allows them`

/** Notes scopes of a resource that are not open to the application, where others of the request are. */
export function noteScopesOfResource(
  ctx: KoaContext,
  { id, definition }: ApplicationRecord,
  resource: string,
  missing: readonly string[],
): void {
  note(ctx, missing, () => {
    const listed = definition.resources.find((one) => one.resource === resource)?.scopes ?? []
    return `left out: they are not open to the application; countersign application change ${id} --resource "${[resource, ...listed, ...missing].join(' ')}" allows them`
  })
}

function note(ctx: KoaContext, missing: readonly string[], reason: () => string): void {
  const known = leftOut.get(ctx) ?? new Set()
  leftOut.set(ctx, known)
  const added = missing.filter((scope) => !known.has(scope))
  for (const scope of added) known.add(scope)
  // It was logged when the request came.
  if (added.length > 0 && ctx.oidc.route !== 'resume') ctx.oidc.provider.emit(scopesLeftOut, ctx, added, reason())
}

const kind = 'ScopesLeftOut'
const windowMs = 60_000
const mostGiven = 2

const idOf = (sessionUid: string, clientId: string, missing: readonly string[]): string =>
  [sessionUid, clientId, ...missing].join(' ')

async function readGiven(id: string): Promise<number[]> {
  const { now } = currentScope()
  const found = await findRecord(reader(), kind, id, now)
  const { given = [] } = found === undefined ? {} : (JSON.parse(found.payload) as { given?: number[] })
  return given.filter((time) => time > now - windowMs)
}

/**
 * Ends a step-up loop: a client that is refused by a resource server for a missing scope, requests it, is silently given a token without it, and
 * begins again. A second sign-in looks the same, so that the third request of a session within a minute is refused. One with `prompt=none`, or
 * during which the person answered a page, is never refused for it.
 */
export const leftOutAgain = (): Check =>
  new interactionPolicy.Check(
    'left_out_again',
    'scopes that the application may not have are requested again and again',
    'invalid_scope',
    async (ctx: KoaContext) => {
      const { oidc } = ctx
      const missing = leftOutOf(ctx)
      const { NO_NEED_TO_PROMPT } = interactionPolicy.Check
      if (missing.length === 0 || oidc.route !== 'authorization' || oidc.prompts.has('none')) return NO_NEED_TO_PROMPT
      const given = await readGiven(idOf(oidc.session?.uid ?? '', oidc.client?.clientId ?? '', missing))
      if (given.length < mostGiven) return NO_NEED_TO_PROMPT
      const names = missing.join(' ')
      throw new errors.InvalidScope(
        `this application was given tokens without ${names} ${mostGiven} times in the last minute, and is not allowed more: an operator allows it with countersign application change`,
        names,
      )
    },
  )

/** Notes that a code was given to an application that requested more. */
export async function noteGivenWithout(transaction: Transaction, { sessionUid, clientId }: Payload): Promise<void> {
  const { ctx } = Provider
  const missing = ctx === undefined ? [] : leftOutOf(ctx)
  if (missing.length === 0 || ctx?.oidc.route !== 'authorization' || ctx.oidc.prompts.has('none')) return
  if (typeof sessionUid !== 'string') return
  const { now } = currentScope()
  const id = idOf(sessionUid, clientId ?? '', missing)
  const given = [...(await readGiven(id)), now].slice(-mostGiven)
  await saveRecord(transaction, { kind, id, payload: { given }, browserHash: null, now, expiresAt: now + windowMs })
}
