// By which name people are known to an application that somebody has signed in to: changed only by who was told what it means for how many people.
import type { Queries } from '../../platform/database/open-database.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'
import type { ApplicationRecord } from './store.ts'

/** How many people an application knows by a name: also those who have taken back since what they allowed it. */
export async function countKnown(queries: Queries, applicationId: string): Promise<number> {
  const { people } = await queries
    .selectFrom('grants')
    .select(({ fn }) => fn.count<number | string>('person_id').distinct().as('people'))
    .where('application_id', '=', applicationId)
    .where('learned', '!=', '{}')
    .executeTakeFirstOrThrow()
  return Number(people)
}

/**
 * What stands against another type of names.
 * @param isConfirmed whether it was said that it is meant
 */
export async function subjectFaults(
  queries: Queries,
  before: Pick<ApplicationRecord, 'id' | 'definition'> | null,
  { subjectType }: Pick<ApplicationDefinition, 'subjectType'>,
  isConfirmed: boolean,
): Promise<CodedFault[]> {
  if (before === null || isConfirmed || before.definition.subjectType === subjectType) return []
  const people = await countKnown(queries, before.id)
  return people === 0 ? [] : [faultAt('subjectType', tell('subject_strangers', { people, type: subjectType }))]
}
