// Adds an application, with the line that says so.
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { upsertReferencedResourceServers } from '../resources/upsert-referenced-resource-servers.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { usesClientSecret } from './application-definition-types.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ClientMetadataDocumentDefinition } from './operator-restrictions-of-client-metadata.ts'
import { storeApplicationLogo } from './application-logo.ts'
import type { ApplicationLogoFile } from './application-logo.ts'
import { derivePairwiseSector } from './pairwise-sector-identifier.ts'
import { insertApplication } from './application-store.ts'
import type { ApplicationRegistrationMethod } from './application-store.ts'

export interface ApplicationStoreContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  /** Who does it; left out at the command line, and where an application registers itself. */
  actor?: AuditActor | undefined
}

/** An application to be added. Its definition has been checked, and its sector identifier as well. */
export interface NewApplicationInput {
  definition: ApplicationDefinition
  origin: ApplicationRegistrationMethod
  /** A secret that somebody else made; left out where this server makes it. */
  secret?: string | undefined
  logo?: ApplicationLogoFile | null | undefined
  /** What an application that is known by its document calls itself there. */
  claimedName?: string | null
  /** What its document says. */
  document?: ClientMetadataDocumentDefinition | null
  /** Its sector, where that does not follow from its addresses. */
  sector?: string
  /** The token that it registers itself with. */
  registrationTokenId?: string | null
  actor?: AuditActor | undefined
}

/** What became of it. The secret is told here once; null where it has none, or who asked made it. */
export type AddApplicationResult = { outcome: 'added'; secret: string | null } | { outcome: 'already-exists' }

/**
 * Adds an application. An id that is taken changes nothing.
 * @param now milliseconds since 1970
 */
export async function addApplication(
  { queries, random, actor }: ApplicationStoreContext,
  addition: NewApplicationInput,
  now: number,
): Promise<AddApplicationResult> {
  return queries.transaction().execute(async (transaction) => {
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

/** The same within a transaction, whose line is still to be appended. */
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
