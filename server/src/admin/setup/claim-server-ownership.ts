// Makes the signed-in person the first owner if they enter the one-time setup code (THREATS N12).
import { lockPersonRow } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { grantRoleInTransaction } from '../../store/roles/grant-role.ts'
import { lockOwnerListInTransaction } from '../../store/roles/last-server-owner-guard.ts'
import { hasEverHadOwner } from '../../store/roles/role-store.ts'
import {
  lockBrowserRowOfSession,
  markSessionAndBrowserTrusted,
} from '../../store/sessions/recognize-or-add-person-browser.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import type { SessionLifetimeLimits } from '../../store/sessions/role-session-lifetime-rules.ts'
import type { SessionQueryRow } from '../../store/sessions/describe-session.ts'
import { isMatchingSetupCode } from './setup-code.ts'

interface OwnershipContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  limits: SessionLifetimeLimits
}

export interface ServerOwnershipClaim {
  person: { id: string }
  session: SessionQueryRow
  code: string
  now: number
}

/** The caller must limit the number of tries. */
export async function claimServerOwnership(
  { queries, random, limits }: OwnershipContext,
  { person, session, code, now }: ServerOwnershipClaim,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const held = await lockPersonRow(transaction, person.id)
    if (held.status !== 'active') throw new ApiError('session.required')
    await lockBrowserRowOfSession(transaction, session)
    await lockSessionRow(transaction, session)
    await lockOwnerListInTransaction(transaction)
    if (await hasEverHadOwner(transaction)) throw new ApiError('setup.already_completed')
    const { code_hash: hash } = await transaction
      .selectFrom('setup')
      .select('code_hash')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    if (hash === null || !isMatchingSetupCode(code, hash)) throw new ApiError('setup.code_invalid')
    // Knowing the code proves access to the terminal, so the browser becomes trusted (THREATS M17).
    const known = await markSessionAndBrowserTrusted(transaction, session, now)
    await grantRoleInTransaction(
      transaction,
      { random, limits },
      { personId: person.id, role: 'owner', actor: { kind: 'operator', cause: 'set-up' }, now, before: known },
    )
  })
}
