// Makes who is signed in the first owner, by the one-time code. Of any number who try at once, on any instance, one is (THREATS N12).
import { holdPerson } from '../../store/people/ways-in.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { giveRole } from '../../store/roles/grant-role.ts'
import { holdOwners } from '../../store/roles/last-owner.ts'
import { isOwned } from '../../store/roles/store.ts'
import { holdBrowser, trustSession } from '../../store/sessions/browsers.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import type { RoleLimits } from '../../store/sessions/role-limits.ts'
import type { SessionRow } from '../../store/sessions/store.ts'
import { isCode } from './code.ts'

interface World {
  queries: Queries
  random: Random
  limits: RoleLimits
}

/** Who claims the server, in which session, and with which code. */
export interface Claim {
  person: { id: string }
  session: SessionRow
  code: string
  now: number
}

/**
 * A wrong code spends nothing: it could otherwise be kept from the operator by anybody. How often one can be tried is limited by who calls.
 * @throws Refusal `setup.done`, `setup.code_refused`, `merge.open`; `session.required` where the session has ended since it was looked up
 */
export async function claimOwnership(
  { queries, random, limits }: World,
  { person, session, code, now }: Claim,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const held = await holdPerson(transaction, person.id)
    if (held.status !== 'active') throw new Refusal('session.required')
    await holdBrowser(transaction, session)
    await holdSession(transaction, session)
    await holdOwners(transaction)
    if (await isOwned(transaction)) throw new Refusal('setup.done')
    const { code_hash: hash } = await transaction
      .selectFrom('setup')
      .select('code_hash')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    if (hash === null || !isCode(code, hash)) throw new Refusal('setup.code_refused')
    // Whoever has the code has the terminal: that shows more surely than another signature that this browser is theirs (THREATS M17).
    const known = await trustSession(transaction, session, now)
    await giveRole(
      transaction,
      { random, limits },
      { personId: person.id, role: 'owner', actor: { kind: 'operator', cause: 'set-up' }, now, before: known },
    )
  })
}
