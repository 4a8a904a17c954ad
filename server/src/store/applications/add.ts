// Adds an application, with the line that says so.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import { makeNamedKnown } from '../resources/named.ts'
import { applicationEvent } from './event.ts'
import { usesSecret } from './definition.ts'
import type { ApplicationDefinition } from './definition.ts'
import type { DocumentTerms } from './document-terms.ts'
import { storeLogo } from './logo.ts'
import type { Logo } from './logo.ts'
import { sectorOf } from './sector.ts'
import { insertApplication } from './store.ts'
import type { ApplicationOrigin } from './store.ts'

export interface World {
  queries: Queries
  random: Random
  /** Who does it; left out at the command line, and where an application registers itself. */
  actor?: Actor | undefined
}

/** An application to be added. Its definition has been checked, and its sector identifier as well. */
export interface Addition {
  definition: ApplicationDefinition
  origin: ApplicationOrigin
  /** A secret that somebody else made; left out where this server makes it. */
  secret?: string | undefined
  logo?: Logo | null | undefined
  /** What an application that is known by its document calls itself there. */
  claimedName?: string | null
  /** What its document says. */
  document?: DocumentTerms | null
  /** Its sector, where that does not follow from its addresses. */
  sector?: string
  /** The token that it registers itself with. */
  registrationTokenId?: string | null
  actor?: Actor | undefined
}

/** What became of it. The secret is told here once; null where it has none, or who asked made it. */
export type Added = { outcome: 'added'; secret: string | null } | { outcome: 'taken' }

/**
 * Adds an application. An id that is taken changes nothing.
 * @param now milliseconds since 1970
 */
export async function addApplication(
  { queries, random, actor }: World,
  addition: Addition,
  now: number,
): Promise<Added> {
  return queries.transaction().execute(async (transaction) => {
    const added = await insertAddition(transaction, random, { ...addition, actor }, now)
    if (added.outcome === 'taken') return added
    await appendEvents(transaction, random, now, [added.event])
    return { outcome: 'added', secret: added.secret }
  })
}

const eventOfOrigin = {
  operator: 'application.added',
  registration: 'application.registered',
  'metadata-document': 'application.let_in',
} as const satisfies Readonly<Record<ApplicationOrigin, string>>

/** The same within a transaction, whose line is still to be appended. */
export async function insertAddition(
  transaction: Transaction,
  random: Random,
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
  }: Addition,
  now: number,
): Promise<{ outcome: 'added'; secret: string | null; event: NewEvent } | { outcome: 'taken' }> {
  const made = usesSecret(definition) && secret === undefined ? createSecret(random) : null
  const inForce = usesSecret(definition) ? (secret ?? made) : null
  const { id, name, kind } = definition
  const isNew = await insertApplication(transaction, {
    id,
    name,
    kind,
    enabled: true,
    sector: sector ?? sectorOf(definition),
    definition,
    secretHash: inForce === null ? null : hashSecret(inForce),
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
  if (!isNew) return { outcome: 'taken' }
  if (logo) await storeLogo(transaction, id, logo)
  await makeNamedKnown(transaction, definition, now)
  const event = applicationEvent(eventOfOrigin[origin], { applicationId: id, kind }, actor)
  return { outcome: 'added', secret: made, event }
}
