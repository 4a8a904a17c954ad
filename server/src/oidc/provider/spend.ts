// Spends codes and tokens, with refresh token rotation and reuse detection. oidc-provider leaves it to its storage that what works once does: its
// own check and its own spending are two steps with time between them. Here spending is one atomic statement, and who comes second ends the family
// (RFC 6749 §4.1.2, RFC 9700 §4.14.2; THREATS O1, O2), unless it is a retry (token-retry.ts).
import type { Limits } from '@countersign/api/limits'
import { errors } from 'oidc-provider'
import type { Client, KoaContext, RefreshTokenModel } from 'oidc-provider'
import { consumeRecord, ownerOfRecord, removeFamily, renewRecord } from '../../store/authorizations/records.ts'
import { closeWindow } from '../../store/authorizations/token-answers.ts'
import { keepSessionAwake } from '../../store/sessions/keep-awake.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { send } from '../../platform/database/prepared.ts'
import { noteReuse } from './note.ts'
import { holdFamily } from './records.ts'
import type { FamilyChoice } from './records.ts'
import { currentScope, writer } from './request-scope.ts'
import { answerAgain, isRetried } from './token-retry.ts'

/** Where this request writes, with a family that nobody else changes until it has. On SQLite nobody writes beside us anyway. */
export async function hold(family: FamilyChoice): Promise<Transaction> {
  const transaction = await writer()
  if (currentScope().database === 'postgres') await send(transaction, holdFamily(transaction, family))
  return transaction
}

/** @returns the authorization that the record belongs to */
export async function consume(kind: string, id: string): Promise<string | null> {
  const transaction = await hold({ kind, id })
  const scope = currentScope()
  const spent = await consumeRecord(transaction, kind, id, scope.now)
  if (spent === undefined) return refuseSpent(transaction, kind, id)
  if (isRetried(kind)) scope.spent = { kind, id }
  return spent.authorization_id
}

async function refuseSpent(transaction: Transaction, kind: string, id: string): Promise<never> {
  if (kind === 'PushedAuthorizationRequest')
    throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used')
  await answerAgain(transaction, { kind, id })
  const owner = await ownerOfRecord(transaction, kind, id)
  if (owner !== undefined && owner.authorization_id !== null) {
    await removeFamily(transaction, owner.authorization_id)
    noteReuse(owner.person_id, owner.application_id)
  }
  throw new errors.InvalidGrant(`${kind} was already used`)
}

type Ages = Pick<Limits, 'refreshTokenLifeSeconds' | 'refreshTokenMaximumAgeSeconds' | 'sessionIdleSeconds'>

/** Spends a refresh token that rotates. */
export async function consumeRefreshToken(id: string, limits: Ages): Promise<void> {
  await useRefreshToken(id, await consume('RefreshToken', id), limits)
}

/** An application in daily use keeps the session awake that it hangs on; and a token that was used has arrived. */
async function useRefreshToken(
  id: string,
  authorizationId: string | null,
  { sessionIdleSeconds }: Ages,
): Promise<void> {
  const transaction = await writer()
  await closeWindow(transaction, id)
  if (authorizationId !== null)
    await keepSessionAwake(transaction, authorizationId, currentScope().now, sessionIdleSeconds * 1000)
}

/**
 * The provider's setting `ttl` for refresh tokens: their idle time, within the maximum age of all that came from one sign-in.
 * @param iiat when the first of them was issued; seconds since 1970
 */
export const lifeOfRefreshToken = (
  { refreshTokenLifeSeconds, refreshTokenMaximumAgeSeconds }: Ages,
  { iiat }: { iiat: number },
): number =>
  Math.max(
    1,
    Math.min(refreshTokenLifeSeconds, iiat + refreshTokenMaximumAgeSeconds - Math.floor(currentScope().now / 1000)),
  )

export type RotatingClient = Client & { countersign_rotate_refresh_tokens?: boolean }

/**
 * The provider's setting `rotateRefreshToken`. RFC 9700 §4.14.2 asks for rotation where nothing else tells a thief from the client: of clients that
 * do not authenticate. The token of one that does is kept, so that several workers, and an answer that was lost, do it no harm.
 */
export async function rotateOrRenew(ctx: KoaContext, limits: Ages): Promise<boolean> {
  const client = ctx.oidc.client as RotatingClient
  if (client.clientAuthMethod === 'none' || client.countersign_rotate_refresh_tokens === true) return true
  const token = ctx.oidc.entities.RefreshToken as RefreshTokenModel
  const { now } = currentScope()
  const transaction = await hold({ kind: 'RefreshToken', id: token.jti })
  token.exp = Math.floor(now / 1000) + lifeOfRefreshToken(limits, token)
  const { payload } = await token.getValueAndPayload()
  const renewed = await renewRecord(transaction, {
    kind: 'RefreshToken',
    id: token.jti,
    payload,
    expiresAt: token.exp * 1000,
  })
  if (renewed === undefined) return refuseSpent(transaction, 'RefreshToken', token.jti)
  await useRefreshToken(token.jti, renewed.authorization_id, limits)
  return false
}
