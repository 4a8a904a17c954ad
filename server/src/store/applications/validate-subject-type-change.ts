import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationRecord } from './application-store.ts'

/** Includes people who have revoked their grant since. */
export async function countSubjectsOfApplication(
  queries: DatabaseQueryBuilder,
  applicationId: string,
): Promise<number> {
  const { people } = await queries
    .selectFrom('grants')
    .select(({ fn }) => fn.count<number | string>('person_id').distinct().as('people'))
    .where('application_id', '=', applicationId)
    .where('disclosures', '!=', '{}')
    .executeTakeFirstOrThrow()
  return Number(people)
}

export async function validateSubjectTypeChange(
  queries: DatabaseQueryBuilder,
  before: Pick<ApplicationRecord, 'id' | 'definition'> | null,
  { subjectType }: Pick<ApplicationDefinition, 'subjectType'>,
  isConfirmed: boolean,
): Promise<CodedApplicationDefinitionFieldError[]> {
  if (before === null || isConfirmed || before.definition.subjectType === subjectType) return []
  const people = await countSubjectsOfApplication(queries, before.id)
  return people === 0
    ? []
    : [
        createApplicationDefinitionFieldError(
          'subjectType',
          createApplicationDefinitionErrorDetail('subject_strangers', { people, type: subjectType }),
        ),
      ]
}
