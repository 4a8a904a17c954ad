// Revokes access after a person has left the last group that allowed it (THREATS O2).
import { revokeApplicationAuthorizations } from '../../store/authorizations/revoke-application-authorizations.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'

/** The caller must hold the lock of the person's row. */
interface LeftGroups {
  personId: string
  left: readonly string[]
}

export async function revokeAccessAfterGroupExit(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { personId, left }: LeftGroups,
  now: number,
): Promise<void> {
  if (left.length === 0) return
  const applications = await transaction
    .selectFrom('applications')
    .select(['id', 'definition'])
    .where(
      'id',
      'in',
      transaction.selectFrom('authorizations').select('application_id').where('person_id', '=', personId),
    )
    .orderBy('id')
    .execute()
  const rows = await transaction
    .selectFrom('group_members')
    .select('group_id')
    .where('person_id', '=', personId)
    .where('is_member', '=', 1)
    .execute()
  const stays = new Set(rows.map(({ group_id }) => group_id))
  for (const { id, definition } of applications) {
    const { allowedGroups = [] } = JSON.parse(definition) as { allowedGroups?: string[] }
    if (!allowedGroups.some((group) => left.includes(group)) || allowedGroups.some((group) => stays.has(group)))
      continue
    await revokeApplicationAuthorizations(transaction, random, { personId, applicationId: id }, now)
  }
}
