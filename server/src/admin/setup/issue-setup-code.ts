// Issues the one-time setup code while the server has no owner (THREATS N12).
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { lockOwnerListInTransaction } from '../../store/roles/last-server-owner-guard.ts'
import { updateServerSetupProgress } from '../../store/roles/server-setup-progress-store.ts'
import { hasEverHadOwner } from '../../store/roles/role-store.ts'
import { generateSetupCode, hashSetupCode } from './setup-code.ts'

/** Replaces any earlier code. Returns null if there is an owner. */
export async function issueSetupCode({
  queries,
  random,
}: {
  queries: DatabaseQueryBuilder
  random: RandomBytes
}): Promise<string | null> {
  return queries.transaction().execute(async (transaction) => {
    await lockOwnerListInTransaction(transaction)
    if (await hasEverHadOwner(transaction)) return null
    const code = generateSetupCode(random)
    await updateServerSetupProgress(transaction, { code_hash: hashSetupCode(code) })
    return code
  })
}

export const formatSetupCodeNotice = (code: string, origin: string): string =>
  [
    '',
    'This server has no owner yet. To become its owner, open',
    '',
    `  ${origin}/setup`,
    '',
    'and enter this code, which works once:',
    '',
    `  ${code}`,
    '',
    '',
  ].join('\n')
