// Subject identifiers are random per sector by default (OpenID Connect Core §8.1; THREATS O11).
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { createRandomId } from '../../platform/create-random-id.ts'

/** Resources have a sector too (resources/resource-servers-accessible-to-client.ts). */
export interface SubjectSector {
  definition: Pick<ApplicationDefinition, 'subjectType'>
  sector: string
}

const selectSubject = prepareSqlQuery((queries, personId: string, sector: string) =>
  queries.selectFrom('subjects').select('subject').where('person_id', '=', personId).where('sector', '=', sector),
)

export async function findSubjectIdentifier(
  queries: DatabaseQueryBuilder,
  personId: string,
  { definition, sector }: SubjectSector,
): Promise<string | undefined> {
  if (definition.subjectType === 'public') return personId
  const [row] = await selectSubject(queries, personId, sector)
  return row?.subject
}

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
  if (made === undefined) throw new Error('Subject identifier neither inserted nor found')
  return made
}
