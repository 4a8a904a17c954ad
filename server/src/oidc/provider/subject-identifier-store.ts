// The name under which an application knows a person (`sub`, a pairwise subject identifier). By default one for each sector, random and
// stored, so that nothing about a person can be computed from it, and two applications cannot find out that they know the same one (OpenID
// Connect Core §8.1; THREATS O11).
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { createRandomId } from '../../platform/create-random-id.ts'

/** Who knows people by a name: an application, or a resource, which has a sector of its own (resources/resource-servers-accessible-to-client.ts). */
export interface SubjectSector {
  definition: Pick<ApplicationDefinition, 'subjectType'>
  sector: string
}

const selectSubject = prepareSqlQuery((queries, personId: string, sector: string) =>
  queries.selectFrom('subjects').select('subject').where('person_id', '=', personId).where('sector', '=', sector),
)

/** The subject of a person at an application, or undefined where there is none yet. */
export async function findSubjectIdentifier(
  queries: DatabaseQueryBuilder,
  personId: string,
  { definition, sector }: SubjectSector,
): Promise<string | undefined> {
  if (definition.subjectType === 'public') return personId
  const [row] = await selectSubject(queries, personId, sector)
  return row?.subject
}

/** The subject of a person at an application; made at the first time. */
export async function findOrCreateSubjectIdentifier(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personId: string,
  application: SubjectSector,
): Promise<string> {
  const known = await findSubjectIdentifier(transaction, personId, application)
  if (known !== undefined) return known
  await transaction
    .insertInto('subjects')
    .values({ person_id: personId, sector: application.sector, subject: createRandomId(random) })
    .onConflict((conflict) => conflict.columns(['person_id', 'sector']).doNothing())
    .execute()
  const made = await findSubjectIdentifier(transaction, personId, application)
  if (made === undefined) throw new Error('A subject is neither new nor known')
  return made
}
