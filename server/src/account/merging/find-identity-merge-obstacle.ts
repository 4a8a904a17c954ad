// The reason is only logged; callers always get the same response (THREATS P8).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { hasUndoableIdentityMerge } from '../../store/people/sign-in-method-removal-guard.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listRolesOfPerson } from '../../store/roles/role-store.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { isLinkedWalletSql } from '../../store/wallets/linked-wallet-sql-condition.ts'

export async function findIdentityMergeObstacle(
  queries: DatabaseQueryBuilder,
  limits: Pick<ServerLimitValues, 'walletsPerPerson' | 'passkeysPerPerson'>,
  { personId, other, now }: { personId: string; other: PeopleTable | undefined; now: number },
): Promise<string | null> {
  if (other === undefined) return 'nobody behind this wallet'
  if (other.id === personId) return 'the same identity'
  if (other.status !== 'active') return 'the other identity is not in use'
  if (await hasUndoableIdentityMerge(queries, other.id, now))
    return 'a merge into the other identity can still be undone'
  // Roles never move, so a merge never removes the last owner (decision 0018, THREATS N11).
  if ((await listRolesOfPerson(queries, other.id)).length > 0) return 'the other identity has a role'
  const both = [personId, other.id]
  const wallets = await queries
    .selectFrom('wallets')
    .select('id')
    .where('person_id', 'in', both)
    .where(isLinkedWalletSql())
    .execute()
  if (wallets.length > limits.walletsPerPerson) return 'too many wallets'
  const passkeys = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('person_id', 'in', both)
    .where('removed_at', 'is', null)
    .execute()
  return passkeys.length > limits.passkeysPerPerson ? 'too many passkeys' : null
}
