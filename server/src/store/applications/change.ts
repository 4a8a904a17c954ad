// Changes an application to another definition, with the line that says what changed. What people allowed it stays: the
// provider compares each request with the definition in force, so that fewer scopes or addresses hold from the next
// request on.
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { createSecret, hashSecret } from '../../platform/secret.ts'
import { makeNamedKnown } from '../resources/named.ts'
import { endUnacceptedWays } from './accepted-way.ts'
import type { World } from './add.ts'
import { usesSecret } from './definition.ts'
import type { ApplicationDefinition } from './definition.ts'
import type { DefinitionFault } from '../definition-errors/definition-fault.ts'
import type { CodedFault } from '../definition-errors/definition-fault.ts'
import { describeChanges } from './describe-changes.ts'
import { definitionInForce, documentFaults, documentOf, narrowingAfter, storedNarrowing } from './document-terms.ts'
import type { DocumentTerms, Narrowing } from './document-terms.ts'
import { applicationEvent } from './event.ts'
import { hashLogo, removeLogo, storeLogo } from './logo.ts'
import type { Logo } from './logo.ts'
import { sectorFault } from './sector.ts'
import { subjectFaults } from './subject-change.ts'
import { lockApplication, updateApplication } from './store.ts'
import type { ApplicationRecord } from './store.ts'

/** What an application is to become. The definition has been checked, and its sector identifier as well. */
export interface Change {
  definition: ApplicationDefinition
  /** The secret that is to be in force, where somebody else made it. */
  secret?: string | undefined
  /** Its logo; null for none, left out where the one it may have stays. */
  logo?: Logo | null | undefined
  /** What its document says that it is called; left out where that stays. */
  claimedName?: string | null
  /** What its document says now, where that is the reason of the change; left out for a change by an operator. */
  document?: DocumentTerms
  /** When the application last changed, for whom that counts: what changed since is not written over. */
  unchangedSince?: number
  /** Whether another type of names for people is meant, though people have one already (subject-change.ts). */
  isStrangersMeant?: boolean
  actor?: Actor | undefined
}

/** What became of it. A secret is told where the application needs one now and had none. */
export type Changed =
  | { outcome: 'changed'; changes: string[]; secret: string | null }
  | { outcome: 'unchanged' }
  | { outcome: 'unknown' }
  | { outcome: 'changed-meanwhile' }
  | { outcome: 'faulty'; faults: DefinitionFault[] }

/** @param now milliseconds since 1970 */
export async function changeApplication(
  { queries, random, actor }: World,
  change: Change,
  now: number,
): Promise<Changed> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, change.definition.id)
    if (record === undefined) return { outcome: 'unknown' }
    if (change.unchangedSince !== undefined && change.unchangedSince !== record.changedAt)
      return { outcome: 'changed-meanwhile' }
    const faults = [
      ...sectorFault(record.sector, change.definition),
      ...faultsByDocument(record, change.definition),
      ...(await subjectFaults(transaction, record, change.definition, change.isStrangersMeant === true)),
    ]
    if (faults.length > 0) return { outcome: 'faulty', faults }
    const changes = changesOf(record, change)
    if (changes.length === 0) return { outcome: 'unchanged' }
    const { secret, event } = await writeChange(transaction, random, record, { ...change, actor }, now)
    await appendEvents(transaction, random, now, [event])
    return { outcome: 'changed', changes, secret }
  })
}

/** What stands against a definition that an operator gives an application that is known by its document. */
export function faultsByDocument(record: ApplicationRecord, definition: ApplicationDefinition): CodedFault[] {
  const document = documentOf(record)
  if (document === null) return []
  return documentFaults(definition, definitionInForce(definition, document, narrowingOf(record, { definition })))
}

/** The narrowing once a change is made: what a document says changes nothing about it. */
function narrowingOf(record: ApplicationRecord, change: Pick<Change, 'definition' | 'document'>): Narrowing | null {
  const document = documentOf(record)
  const narrowing = storedNarrowing(record)
  if (document === null || change.document !== undefined) return narrowing
  return narrowingAfter(document, narrowing, change.definition)
}

/** What a change would change; nothing of a secret but that. */
export const changesOf = (record: ApplicationRecord, change: Change): string[] => [
  ...describeChanges(record.definition, change.definition),
  ...(change.claimedName === undefined || change.claimedName === record.claimedName ? [] : ['claimed name changed']),
  ...(record.introspectionNarrowed ? ['introspection confirmed, which was "all"'] : []),
  ...secretChange(record, change),
  ...logoChange(record, change),
]

function secretChange({ secretHash }: ApplicationRecord, { definition, secret }: Change): string[] {
  if (!usesSecret(definition)) return secretHash === null ? [] : ['secret removed']
  if (secret === undefined) return secretHash === null ? ['secret made'] : []
  return secretHash === hashSecret(secret) ? [] : ['secret changed']
}

function logoChange(record: ApplicationRecord, { logo }: Change): string[] {
  if (logo === undefined) return []
  if (logo === null) return record.logo === null ? [] : ['logo removed']
  return record.logo === hashLogo(logo) ? [] : ['logo changed']
}

/** Writes a change of a locked application, whose line is still to be appended. */
export async function writeChange(
  transaction: Transaction,
  random: Random,
  record: ApplicationRecord,
  change: Change,
  now: number,
): Promise<{ secret: string | null; event: NewEvent }> {
  const { definition, secret, logo } = change
  const changes = changesOf(record, change)
  const made =
    usesSecret(definition) && secret === undefined && record.secretHash === null ? createSecret(random) : null
  const given = made ?? secret
  const inForce = usesSecret(definition) ? (given === undefined ? record.secretHash : hashSecret(given)) : null
  // A secret that was replaced here ends at once, and with it the one before.
  const previous = inForce === record.secretHash ? {} : { previousSecretHash: null, previousSecretExpiresAt: null }
  const { name, kind } = definition
  await updateApplication(transaction, {
    ...record,
    ...previous,
    name,
    kind,
    definition,
    secretHash: inForce,
    introspectionNarrowed: false,
    claimedName: change.claimedName === undefined ? record.claimedName : change.claimedName,
    document: change.document ?? record.document,
    narrowing: narrowingOf(record, change),
    changedAt: now,
  })
  await makeNamedKnown(transaction, definition, now)
  if (logo === null) await removeLogo(transaction, record.id)
  else if (logo !== undefined) await storeLogo(transaction, record.id, logo)
  // A family of tokens is about one name (OpenID Connect Core §12.2).
  if (definition.subjectType !== record.definition.subjectType)
    await endAuthorizations(transaction, random, { applicationId: record.id }, now)
  await endUnacceptedWays(transaction, random, { before: record.definition, after: definition }, now)
  return {
    secret: made,
    event: applicationEvent(
      'application.changed',
      { applicationId: record.id, changes: changes.join('; ') },
      change.actor,
    ),
  }
}
