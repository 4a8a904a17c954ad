// The bootstrap: a server that nobody owns yet makes a one-time code at its start. Whoever reads the terminal becomes its first owner, and
// nobody else does (THREATS N12).
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { holdOwners } from '../../store/roles/last-owner.ts'
import { changeSetup } from '../../store/roles/setup-row.ts'
import { isOwned } from '../../store/roles/store.ts'
import { createCode, hashCode } from './code.ts'

/**
 * Makes the code, in the place of one of an earlier start.
 * @returns the code, which is kept nowhere else; null where there is an owner
 */
export async function beginSetup({ queries, random }: { queries: Queries; random: Random }): Promise<string | null> {
  return queries.transaction().execute(async (transaction) => {
    await holdOwners(transaction)
    if (await isOwned(transaction)) return null
    const code = createCode(random)
    await changeSetup(transaction, { code_hash: hashCode(code) })
    return code
  })
}

/** What the terminal says of a code. */
export const tellCode = (code: string, origin: string): string =>
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
