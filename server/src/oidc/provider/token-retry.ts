// The retry window (refresh token grace period, decision 0064): a client that lost the response to a rotated refresh token or a redeemed device code, or that asked twice at
// once, gets the same response again, for seconds and a few times. Beyond that a second use is the use of a thief (RFC 9700 §4.14.2; THREATS O2).
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader } from 'jose'
import { hkdfSync } from 'node:crypto'
import { Provider, errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import type { Limits } from '@countersign/api/limits'
import { ownerOfRecord } from '../../store/authorizations/records.ts'
import type { RecordChoice } from '../../store/authorizations/store.ts'
import { keepAnswer, takeAnswer } from '../../store/authorizations/token-answers.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { hashSecret } from '../../platform/secret.ts'
import { noteReplay } from './note.ts'
import { currentScope, undo, writer } from './request-scope.ts'

/** What can be presented again. Authorization codes never (RFC 6749 §4.1.2). */
const retried: ReadonlySet<string> = new Set(['RefreshToken', 'DeviceCode'])

/** Whether a token request is decided by the transaction that spends what it presents, and not by how that was found. */
export const isRetried = (kind: string): boolean => Provider.ctx?.oidc.route === 'token' && retried.has(kind)

const mostRepeats = 3

/** A response, and what a request must have in common with the first to get it again. */
interface KeptAnswer {
  body: object
  dpopKey: string | null
  asked: string
}

/** Nobody has the key but who presents the token: the database has its hash alone, which is another function of it. */
const keyOf = (presented: string): Buffer =>
  Buffer.from(hkdfSync('sha256', presented, '', 'countersign token response', 32))

const placeOf = ({ kind, id }: RecordChoice): string => `${kind}:${hashSecret(id)}`

const proofOf = ({ req }: KoaContext): string | null => {
  const { dpop } = req.headers
  return typeof dpop === 'string' ? dpop : null
}

/** The key of the request's DPoP proof (RFC 9449 §6.1), which the provider has verified. */
async function dpopKeyOf(ctx: KoaContext): Promise<string | null> {
  const proof = proofOf(ctx)
  if (proof === null) return null
  const { jwk = {} } = decodeProtectedHeader(proof)
  return calculateJwkThumbprint(jwk)
}

/** What the token is asked for. A response for one resource is none to a client that asks for another, which would get the other's token from it. */
function askedBy({ oidc }: KoaContext): string {
  const { scope = '', resource } = (oidc.params ?? {}) as { scope?: string; resource?: string | string[] }
  return JSON.stringify([scope.split(' ').toSorted(), [resource ?? []].flat().toSorted()])
}

/** Ends the provider's work on a request that is answered as the one before. */
export class AnsweredAgain extends errors.InvalidGrant {}

/**
 * Finds out whether something that was spent already is presented again within its window; the family is held.
 * @returns where it is not
 * @throws AnsweredAgain where it is; `finishTokenRequest` then sends the response
 */
export async function answerAgain(transaction: Transaction, presented: RecordChoice): Promise<void> {
  const { ctx } = Provider
  if (ctx === undefined || !isRetried(presented.kind)) return
  const scope = currentScope()
  const sealed = await takeAnswer(transaction, presented, scope.now)
  const text = sealed === undefined ? null : unseal(keyOf(presented.id), placeOf(presented), sealed)
  if (text === null) return
  const { body, dpopKey, asked } = JSON.parse(text) as KeptAnswer
  if (dpopKey !== (await dpopKeyOf(ctx))) return
  if (asked !== askedBy(ctx))
    throw new errors.InvalidRequest(
      'this was just presented with another scope or resource: use the refresh token of that response',
    )
  if (presented.kind === 'DeviceCode') await spendProof(ctx)
  const owner = await ownerOfRecord(transaction, presented.kind, presented.id)
  noteReplay(owner?.person_id ?? null, owner?.application_id ?? null)
  scope.repeated = body
  throw new AnsweredAgain('answered before')
}

/** A proof is good for one request (RFC 9449 §11.1). For a device code, the provider looks at that only after it was spent. */
async function spendProof(ctx: KoaContext): Promise<void> {
  const proof = proofOf(ctx)
  if (proof === null) return
  const { jti = '', iat = 0 } = decodeJwt(proof)
  const { client, provider } = ctx.oidc
  const isNew = await provider.ReplayDetection.unique(client?.clientId ?? '', jti, iat + proofLifeSeconds)
  if (!isNew) throw new errors.InvalidGrant('DPoP proof JWT Replay detected')
}

/** The provider accepts a proof for five minutes before and after its time. */
const proofLifeSeconds = 300

/** RFC 6749 §5.2, RFC 8707 §2: what a client can put right, and then presents the same code or token again. */
const correctable: ReadonlySet<string> = new Set(['invalid_target', 'invalid_scope', 'invalid_request'])

/** What is left to do once the provider has answered a token request, before its changes are settled. */
export async function finishTokenRequest(
  ctx: KoaContext,
  random: Random,
  { tokenRetrySeconds }: Pick<Limits, 'tokenRetrySeconds'>,
): Promise<void> {
  const { failure, repeated, spent, now } = currentScope()
  if (ctx.oidc?.route !== 'token' || failure !== undefined) return
  if (repeated !== null) {
    ctx.status = 200
    ctx.body = repeated
    return
  }
  const body = ctx.body as { error?: string; refresh_token?: string }
  if (correctable.has(body.error ?? '')) return undo()
  if (spent === null || ctx.status !== 200 || tokenRetrySeconds === 0) return
  const kept: KeptAnswer = { body, dpopKey: await dpopKeyOf(ctx), asked: askedBy(ctx) }
  await keepAnswer(await writer(), spent, {
    successor: body.refresh_token ?? null,
    sealed: seal(keyOf(spent.id), random, placeOf(spent), JSON.stringify(kept)),
    repeats: mostRepeats,
    expiresAt: now + tokenRetrySeconds * 1000,
  })
}
