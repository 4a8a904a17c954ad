import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { lockProductRows } from '../products/product-store.ts'
import { upsertReferencedResourceServers } from '../resources/upsert-referenced-resource-servers.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { usesClientSecret } from './application-definition-types.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ClientMetadataDocumentDefinition } from './operator-restrictions-of-client-metadata.ts'
import { storeApplicationLogo } from './application-logo.ts'
import type { ApplicationLogoFile } from './application-logo.ts'
import { derivePairwiseSector } from './pairwise-sector-identifier.ts'
import { validateProductReference } from './product-membership.ts'
import { insertApplication } from './application-store.ts'
import type { ApplicationRegistrationMethod } from './application-store.ts'

export interface ApplicationStoreContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  /** Undefined for the CLI and for applications that register themselves. */
  actor?: AuditActor | undefined
}

/** The definition and its sector identifier must already be validated. */
export interface NewApplicationInput {
  definition: ApplicationDefinition
  origin: ApplicationRegistrationMethod
  /** Generated if undefined. */
  secret?: string | undefined
  logo?: ApplicationLogoFile | null | undefined
  claimedName?: string | null
  document?: ClientMetadataDocumentDefinition | null
  /** If undefined, the sector is derived from the redirect URIs. */
  sector?: string
  registrationTokenId?: string | null
  actor?: AuditActor | undefined
}

/** `secret` is returned only once; null if there is none or if the caller supplied the secret. */
export type AddApplicationResult =
  | { outcome: 'added'; secret: string | null }
  | { outcome: 'already-exists' }
  /** The product has changed since it was validated. */
  | { outcome: 'invalid'; errors: CodedApplicationDefinitionFieldError[] }

export async function addApplication(
  { queries, random, actor }: ApplicationStoreContext,
  addition: NewApplicationInput,
  now: number,
): Promise<AddApplicationResult> {
  return queries.transaction().execute(async (transaction) => {
    await lockProductRows(transaction, [addition.definition.product])
    const errors = await validateProductReference(transaction, addition.definition)
    if (errors.length > 0) return { outcome: 'invalid', errors }
    const added = await addApplicationInTransaction(transaction, random, { ...addition, actor }, now)
    if (added.outcome === 'already-exists') return added
    await appendAuditEvents(transaction, random, now, [added.event])
    return { outcome: 'added', secret: added.secret }
  })
}

const eventTypeByOrigin = {
  operator: 'application.added',
  registration: 'application.registered',
  'metadata-document': 'application.approved',
} as const satisfies Readonly<Record<ApplicationRegistrationMethod, string>>

/** The caller must append the returned event to the audit log. */
export async function addApplicationInTransaction(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  {
    definition,
    origin,
    secret,
    logo,
    claimedName = null,
    document = null,
    registrationTokenId = null,
    sector,
    actor,
  }: NewApplicationInput,
  now: number,
): Promise<{ outcome: 'added'; secret: string | null; event: NewAuditEvent } | { outcome: 'already-exists' }> {
  const made = usesClientSecret(definition) && secret === undefined ? createBearerSecret(random) : null
  const inForce = usesClientSecret(definition) ? (secret ?? made) : null
  const { id, name, kind } = definition
  const isNew = await insertApplication(transaction, {
    id,
    name,
    kind,
    enabled: true,
    sector: sector ?? derivePairwiseSector(definition),
    definition,
    secretHash: inForce === null ? null : hashBearerSecret(inForce),
    previousSecretHash: null,
    previousSecretExpiresAt: null,
    origin,
    claimedName,
    registrationTokenId,
    document,
    narrowing: null,
    introspectionNarrowed: false,
    createdAt: now,
    changedAt: now,
  })
  if (!isNew) return { outcome: 'already-exists' }
  if (logo) await storeApplicationLogo(transaction, id, logo)
  await upsertReferencedResourceServers(transaction, definition, now)
  const event = createApplicationAuditEvent(eventTypeByOrigin[origin], { applicationId: id, kind }, actor)
  return { outcome: 'added', secret: made, event }
}
