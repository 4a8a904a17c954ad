// Makes a token of the administration, for programs. It is told once, and kept here as a hash.
import { permissionsOf, tokenPermissions } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { ApiTokensTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../sessions/hold.ts'
import { rolesOf } from './store.ts'
import { createTokenText, hashToken } from './tokens.ts'

interface World {
  queries: Queries
  random: Random
  limits: { tokensPerPerson: number }
}

/** Who wants which token. A token is none that could ask for another. */
export interface TokenWanted {
  actor: Extract<Actor, { kind: 'person' }>
  name: string
  permissions: readonly Permission[]
  days: number
  now: number
}

const dayMs = 86_400_000

/**
 * @returns the token as it is kept, and its text, which is kept nowhere
 * @throws Refusal `token.too_much`, `token.too_many`; `session.required` where the session has ended since it was looked up
 */
export async function createToken(
  { queries, random, limits }: World,
  { actor, name, permissions, days, now }: TokenWanted,
): Promise<{ row: ApiTokensTable; text: string }> {
  const text = createTokenText(random)
  return queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, { person: { id: actor.personId }, session: { id: actor.sessionId } })
    const own = permissionsOf(await rolesOf(transaction, actor.personId))
    if (!permissions.every((permission) => own.includes(permission) && tokenPermissions.includes(permission)))
      throw new Refusal('token.too_much')
    if ((await countLive(transaction, actor.personId, now)) >= limits.tokensPerPerson)
      throw new Refusal('token.too_many')
    const row: ApiTokensTable = {
      id: createIdentifier(random),
      token_hash: hashToken(text),
      name,
      permissions: JSON.stringify(permissions),
      person_id: actor.personId,
      created_at: now,
      expires_at: now + days * dayMs,
      last_used_at: null,
      revoked_at: null,
    }
    await transaction.insertInto('api_tokens').values(row).execute()
    await appendEvents(transaction, random, now, [
      {
        type: 'token.created',
        outcome: 'success',
        details: { permissions: permissions.join(' '), days },
        evidence: { personId: actor.personId, content: { ...actorEvidence(actor), createdTokenId: row.id, name } },
      },
    ])
    return { row, text }
  })
}

async function countLive(transaction: Transaction, personId: string, now: number): Promise<number> {
  const { tokens } = await transaction
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number | string>().as('tokens'))
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(tokens)
}
