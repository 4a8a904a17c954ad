import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  describeApplicationRecordChanges,
  validateAgainstClientMetadataDocument,
} from './change-application-definition.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationLogoFile } from './application-logo.ts'
import { validateSectorIdentifierHost } from './pairwise-sector-identifier.ts'
import type { ApplicationRecord } from './application-store.ts'
import { validateOperatorOnlyFields } from './product-membership.ts'
import { validateSubjectTypeChange } from './validate-subject-type-change.ts'

export interface DesiredApplication {
  path: string
  definition: ApplicationDefinition
  secret?: string | undefined
  /** Null removes the logo; undefined keeps it. */
  logo?: ApplicationLogoFile | null | undefined
}

export type ApplicationsFilePlanStep =
  | { action: 'add'; id: string; wanted: DesiredApplication }
  | { action: 'change'; id: string; wanted: DesiredApplication; record: ApplicationRecord; changes: string[] }
  | { action: 'remove'; id: string; record: ApplicationRecord }

export interface ApplicationsFilePlanOptions {
  /** Removes unlisted applications that operators added, but never self-registered ones. */
  prune: boolean
  /** Applications whose subject type may change (validate-subject-type-change.ts). */
  confirmedSubjectChanges?: readonly string[]
}

export function planApplicationsFileChanges(
  current: readonly ApplicationRecord[],
  wanted: readonly DesiredApplication[],
  { prune }: ApplicationsFilePlanOptions,
): { steps: ApplicationsFilePlanStep[]; errors: ApplicationDefinitionFieldError[] } {
  const records = new Map(current.map((record) => [record.id, record]))
  const errors: ApplicationDefinitionFieldError[] = []
  const steps = wanted.flatMap((one): ApplicationsFilePlanStep[] => {
    const { id } = one.definition
    const record = records.get(id)
    if (record === undefined) return [{ action: 'add', id, wanted: one }]
    errors.push(
      ...[
        ...validateSectorIdentifierHost(record.sector, one.definition),
        ...validateOperatorOnlyFields(record, one.definition),
        ...validateAgainstClientMetadataDocument(record, one.definition),
      ].map(({ path, message }) => ({ path: `${one.path}.${path}`, message })),
    )
    const changes = describeApplicationRecordChanges(record, one)
    return changes.length === 0 ? [] : [{ action: 'change', id, wanted: one, record, changes }]
  })
  const kept = new Set(wanted.map(({ definition }) => definition.id))
  const removals = current
    .filter(({ id, origin }) => prune && origin === 'operator' && !kept.has(id))
    .map((record): ApplicationsFilePlanStep => ({ action: 'remove', id: record.id, record }))
  return { steps: [...steps, ...removals], errors }
}

export async function validateSubjectTypeChanges(
  queries: DatabaseQueryBuilder,
  steps: readonly ApplicationsFilePlanStep[],
  { confirmedSubjectChanges = [] }: ApplicationsFilePlanOptions,
): Promise<ApplicationDefinitionFieldError[]> {
  const errors: ApplicationDefinitionFieldError[] = []
  for (const step of steps) {
    if (step.action !== 'change') continue
    const found = await validateSubjectTypeChange(
      queries,
      step.record,
      step.wanted.definition,
      confirmedSubjectChanges.includes(step.id),
    )
    errors.push(...found.map(({ path, message }) => ({ path: `${step.wanted.path}.${path}`, message })))
  }
  return errors
}

export function formatApplicationsFilePlanStep(step: {
  action: ApplicationsFilePlanStep['action']
  id: string
  changes?: readonly string[]
}): string {
  if (step.action === 'add') return `+ ${step.id} added`
  if (step.action === 'remove') return `- ${step.id} removed`
  return `~ ${step.id}: ${step.changes?.join('; ')}`
}
