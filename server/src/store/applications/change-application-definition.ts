// Grants stay, because every request is checked against the current definition.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { lockProductRows } from '../products/product-store.ts'
import { upsertReferencedResourceServers } from '../resources/upsert-referenced-resource-servers.ts'
import { revokeUnacceptedAuthorizations } from './sign-in-methods-accepted-by-application.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { usesClientSecret } from './application-definition-types.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { describeApplicationDefinitionChanges } from './describe-application-definition-changes.ts'
import {
  applyClientMetadataRestrictions,
  findClientMetadataDocumentConflicts,
  getStoredClientMetadataDocumentDefinition,
  computeClientMetadataRestrictions,
  getStoredClientMetadataRestrictions,
} from './operator-restrictions-of-client-metadata.ts'
import type {
  ClientMetadataDocumentDefinition,
  OperatorClientMetadataRestrictions,
} from './operator-restrictions-of-client-metadata.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { hashApplicationLogo, removeApplicationLogo, storeApplicationLogo } from './application-logo.ts'
import type { ApplicationLogoFile } from './application-logo.ts'
import { derivePairwiseSector, validateSectorIdentifierHost } from './pairwise-sector-identifier.ts'
import { validateOperatorOnlyFields, validateProductReference } from './product-membership.ts'
import { validateSubjectTypeChange } from './validate-subject-type-change.ts'
import { lockApplicationRow, updateApplication } from './application-store.ts'
import type { ApplicationRecord } from './application-store.ts'

/** The definition and its sector identifier must already be validated. */
export interface ApplicationDefinitionChangeInput {
  definition: ApplicationDefinition
  /** If undefined, the existing secret is kept, or a missing one is generated. */
  secret?: string | undefined
  /** Null removes the logo; undefined keeps it. */
  logo?: ApplicationLogoFile | null | undefined
  claimedName?: string | null
  /** Set if the metadata document changed; undefined if an operator made the change. */
  document?: ClientMetadataDocumentDefinition
  /** The change is refused if `changedAt` differs from this value. */
  unchangedSince?: number
  /** Confirms that existing people get new subjects (validate-subject-type-change.ts). */
  isSubjectChangeConfirmed?: boolean
  actor?: AuditActor | undefined
}

export type ChangeApplicationDefinitionResult =
  | { outcome: 'changed'; changes: string[]; secret: string | null }
  | { outcome: 'unchanged' }
  | { outcome: 'unknown' }
  | { outcome: 'conflict' }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }

export async function changeApplicationDefinition(
  { queries, random, actor }: ApplicationStoreContext,
  change: ApplicationDefinitionChangeInput,
  now: number,
): Promise<ChangeApplicationDefinitionResult> {
  return queries.transaction().execute(async (transaction) => {
    await lockProductRows(transaction, [change.definition.product])
    const record = await lockApplicationRow(transaction, change.definition.id)
    if (record === undefined) return { outcome: 'unknown' }
    if (change.unchangedSince !== undefined && change.unchangedSince !== record.changedAt)
      return { outcome: 'conflict' }
    const errors = [
      ...validateSectorIdentifierHost(record.sector, change.definition),
      ...validateOperatorOnlyFields(record, change.definition),
      ...(await validateProductReference(transaction, change.definition)),
      ...validateAgainstClientMetadataDocument(record, change.definition),
      ...(await validateSubjectTypeChange(
        transaction,
        record,
        change.definition,
        change.isSubjectChangeConfirmed === true,
      )),
    ]
    if (errors.length > 0) return { outcome: 'invalid', errors }
    const changes = describeApplicationRecordChanges(record, change)
    if (changes.length === 0) return { outcome: 'unchanged' }
    const { secret, event } = await changeApplicationDefinitionInTransaction(
      transaction,
      random,
      record,
      { ...change, actor },
      now,
    )
    await appendAuditEvents(transaction, random, now, [event])
    return { outcome: 'changed', changes, secret }
  })
}

export function validateAgainstClientMetadataDocument(
  record: ApplicationRecord,
  definition: ApplicationDefinition,
): CodedApplicationDefinitionFieldError[] {
  const document = getStoredClientMetadataDocumentDefinition(record)
  if (document === null) return []
  return findClientMetadataDocumentConflicts(
    definition,
    applyClientMetadataRestrictions(definition, document, computeChangedRestrictions(record, { definition })),
  )
}

function computeChangedRestrictions(
  record: ApplicationRecord,
  change: Pick<ApplicationDefinitionChangeInput, 'definition' | 'document'>,
): OperatorClientMetadataRestrictions | null {
  const document = getStoredClientMetadataDocumentDefinition(record)
  const narrowing = getStoredClientMetadataRestrictions(record)
  if (document === null || change.document !== undefined) return narrowing
  return computeClientMetadataRestrictions(document, narrowing, change.definition)
}

export const describeApplicationRecordChanges = (
  record: ApplicationRecord,
  change: ApplicationDefinitionChangeInput,
): string[] => [
  ...describeApplicationDefinitionChanges(record.definition, change.definition),
  ...(change.claimedName === undefined || change.claimedName === record.claimedName ? [] : ['claimed name changed']),
  ...(record.introspectionNarrowed ? ['introspection confirmed (previously "all")'] : []),
  ...describeSecretChange(record, change),
  ...describeLogoChange(record, change),
]

function describeSecretChange(
  { secretHash }: ApplicationRecord,
  { definition, secret }: ApplicationDefinitionChangeInput,
): string[] {
  if (!usesClientSecret(definition)) return secretHash === null ? [] : ['secret removed']
  if (secret === undefined) return secretHash === null ? ['secret created'] : []
  return secretHash === hashBearerSecret(secret) ? [] : ['secret changed']
}

function describeLogoChange(record: ApplicationRecord, { logo }: ApplicationDefinitionChangeInput): string[] {
  if (logo === undefined) return []
  if (logo === null) return record.logo === null ? [] : ['logo removed']
  return record.logo === hashApplicationLogo(logo) ? [] : ['logo changed']
}

/** Requires the application lock; the caller appends the event. */
export async function changeApplicationDefinitionInTransaction(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  record: ApplicationRecord,
  change: ApplicationDefinitionChangeInput,
  now: number,
): Promise<{ secret: string | null; event: NewAuditEvent }> {
  const { definition, secret, logo } = change
  const changes = describeApplicationRecordChanges(record, change)
  const made =
    usesClientSecret(definition) && secret === undefined && record.secretHash === null
      ? createBearerSecret(random)
      : null
  const given = made ?? secret
  const inForce = usesClientSecret(definition)
    ? given === undefined
      ? record.secretHash
      : hashBearerSecret(given)
    : null
  // An explicit replacement has no overlap period: all earlier secrets stop working at once.
  const previous = inForce === record.secretHash ? {} : { previousSecretHash: null, previousSecretExpiresAt: null }
  const { name, kind } = definition
  await updateApplication(transaction, {
    ...record,
    ...previous,
    name,
    kind,
    sector: definition.product === record.definition.product ? record.sector : derivePairwiseSector(definition),
    definition,
    secretHash: inForce,
    introspectionNarrowed: false,
    claimedName: change.claimedName === undefined ? record.claimedName : change.claimedName,
    document: change.document ?? record.document,
    narrowing: computeChangedRestrictions(record, change),
    changedAt: now,
  })
  await upsertReferencedResourceServers(transaction, definition, now)
  if (logo === null) await removeApplicationLogo(transaction, record.id)
  else if (logo !== undefined) await storeApplicationLogo(transaction, record.id, logo)
  // All tokens of a refresh chain must have the same subject (OpenID Connect Core §12.2).
  if (definition.subjectType !== record.definition.subjectType || definition.product !== record.definition.product)
    await revokeApplicationAuthorizations(transaction, random, { applicationId: record.id }, now)
  await revokeUnacceptedAuthorizations(transaction, random, { before: record.definition, after: definition }, now)
  return {
    secret: made,
    event: createApplicationAuditEvent(
      'application.changed',
      { applicationId: record.id, changes: changes.join('; ') },
      change.actor,
    ),
  }
}
