// The name under which an application knows a person (`sub`, a pairwise subject identifier). By default one for each sector, random and
// stored, so that nothing about a person can be computed from it, and two applications cannot find out that they know the same one (OpenID
// Connect Core §8.1; THREATS O11).
import type { ApplicationDefinition } from '../../store/applications/definition.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { createIdentifier } from '../../platform/identifier.ts'

/** Who knows people by a name: an application, or a resource, which has a sector of its own (resources/usable.ts). */
export interface Knower {
  definition: Pick<ApplicationDefinition, 'subjectType'>
  sector: string
}

const selectSubject = prepare((queries, personId: string, sector: string) =>
  queries.selectFrom('subjects').select('subject').where('person_id', '=', personId).where('sector', '=', sector),
)

/** The subject of a person at an application, or undefined where there is none yet. */
export async function findSubject(
  queries: Queries,
  personId: string,
  { definition, sector }: Knower,
): Promise<string | undefined> {
  if (definition.subjectType === 'public') return personId
  const [row] = await selectSubject(queries, personId, sector)
  return row?.subject
}

/** The subject of a person at an application; made at the first time. */
export async function findOrCreateSubject(
  transaction: Transaction,
  random: Random,
  personId: string,
  application: Knower,
): Promise<string> {
  const known = await findSubject(transaction, personId, application)
  if (known !== undefined) return known
  await transaction
    .insertInto('subjects')
    .values({ person_id: personId, sector: application.sector, subject: createIdentifier(random) })
    .onConflict((conflict) => conflict.columns(['person_id', 'sector']).doNothing())
    .execute()
  const made = await findSubject(transaction, personId, application)
  if (made === undefined) throw new Error('A subject is neither new nor known')
  return made
}
