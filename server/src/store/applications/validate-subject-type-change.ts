import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationRecord } from './application-store.ts'
import { validateProductChange } from './product-membership.ts'

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

/** A product is never confirmed: people would be new users in all of its applications. */
export async function validateSubjectTypeChange(
  queries: DatabaseQueryBuilder,
  before: Pick<ApplicationRecord, 'id' | 'definition'> | null,
  { subjectType, product }: Pick<ApplicationDefinition, 'subjectType' | 'product'>,
  isConfirmed: boolean,
): Promise<CodedApplicationDefinitionFieldError[]> {
  if (before === null) return []
  const isTypeChanged = before.definition.subjectType !== subjectType && !isConfirmed
  if (!isTypeChanged && before.definition.product === product) return []
  const people = await countSubjectsOfApplication(queries, before.id)
  if (people === 0) return []
  return [
    ...(isTypeChanged
      ? [
          createApplicationDefinitionFieldError(
            'subjectType',
            createApplicationDefinitionErrorDetail('subject_strangers', { people, type: subjectType }),
          ),
        ]
      : []),
    ...validateProductChange(before.definition, { product }, people),
  ]
}
