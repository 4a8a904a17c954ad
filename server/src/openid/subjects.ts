// The name under which an application knows a person. By default one for each sector, random and stored, so that nothing
// about a person can be computed from it, and two applications cannot find out that they know the same one (OpenID
// Connect Core §8.1; THREATS O11).
import type { ApplicationRecord } from '../applications/store.ts'
import type { Random } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import { createIdentifier } from '../platform/identifier.ts'

/** The subject of a person at an application; made at the first time. */
export async function subjectOf(transaction: Transaction, random: Random, personId: string, { definition, sector }: ApplicationRecord): Promise<string> {
  if (definition.subjectType === 'public') return personId
  const find = () => transaction.selectFrom('subjects').select('subject').where('person_id', '=', personId).where('sector', '=', sector).executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.subject
  await transaction
    .insertInto('subjects')
    .values({ person_id: personId, sector, subject: createIdentifier(random) })
    .onConflict((conflict) => conflict.columns(['person_id', 'sector']).doNothing())
    .execute()
  return (await find())?.subject ?? Promise.reject(new Error('A subject is neither new nor known'))
}
