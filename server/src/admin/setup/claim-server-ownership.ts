// Makes who is signed in the first owner, by the one-time code. Of any number who try at once, on any instance, one is (THREATS N12).
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

/** Who claims the server, in which session, and with which code. */
export interface ServerOwnershipClaim {
  person: { id: string }
  session: SessionQueryRow
  code: string
  now: number
}

/**
 * A wrong code spends nothing: it could otherwise be kept from the operator by anybody. How often one can be tried is limited by who calls.
 * @throws ApiError `setup.already_completed`, `setup.code_invalid`, `merge.already_open`; `session.required` where the session has ended since it was looked up
 */
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
    // Whoever has the code has the terminal: that shows more surely than another signature that this browser is theirs (THREATS M17).
    const known = await markSessionAndBrowserTrusted(transaction, session, now)
    await grantRoleInTransaction(
      transaction,
      { random, limits },
      { personId: person.id, role: 'owner', actor: { kind: 'operator', cause: 'set-up' }, now, before: known },
    )
  })
}
