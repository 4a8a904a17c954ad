import type { AdminApiEndpointOutput, AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { auditEventTypes } from '../../audit-log/append-audit-events.ts'
import { parseRecordedAuditActor } from '../../audit-log/parse-recorded-audit-actor.ts'
import type { RecordedAuditActor } from '../../audit-log/parse-recorded-audit-actor.ts'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import { readAuditLogHead } from '../../audit-log/verify-audit-log.ts'
import type {
  AuditEntryFilter,
  AuditEntryPageBounds,
  AuditLogSearchResultEntry,
} from '../../audit-log/search-audit-log.ts'
import { chainNamespaces } from '@countersign/message/message-layout'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { formatPersonNameOrWallet, readPersonSummaries } from './read-person-summaries.ts'

type Texts = Readonly<Record<string, string>>

const proofMembers: readonly string[] = ['message', 'signature']

/** `next` is the sequence number before which the next page starts. */
export async function listAuditEvents(
  queries: DatabaseQueryBuilder,
  filter: AuditEntryFilter,
  place: AuditEntryPageBounds,
): Promise<{ events: AdminApiAuditEvent[]; next: number | null }> {
  const { entries, nextBefore } = await searchAuditLog(queries, filter, place)
  return { events: await addNamesToAuditEvents(queries, entries), next: nextBefore }
}

export async function addNamesToAuditEvents(
  queries: DatabaseQueryBuilder,
  lines: readonly AuditLogSearchResultEntry[],
): Promise<AdminApiAuditEvent[]> {
  const read = lines.map((line) => ({
    line,
    details: JSON.parse(line.details) as AdminApiAuditEvent['details'],
    content: line.content === null ? {} : (JSON.parse(line.content) as Texts),
  }))
  const [nameOf, tokenName, applicationName] = [
    await readPersonSummaries(
      queries,
      read.flatMap(({ line, content }) => [line.person_id, content.actorId].filter((id) => typeof id === 'string')),
    ),
    await readNamesById(
      queries,
      'api_tokens',
      read.map(({ content }) => content.tokenId),
    ),
    await readNamesById(
      queries,
      'applications',
      read.map(({ details }) => details.applicationId),
    ),
  ]
  return read.map(({ line, details, content }) => {
    const { sequence, at, type, outcome, person_id } = line
    const applicationId =
      typeof details.applicationId === 'string' && details.applicationId !== '' ? details.applicationId : null
    return {
      sequence,
      at: formatRfc3339Timestamp(at),
      type,
      outcome,
      person: person_id === null ? null : nameOf(person_id),
      actor: describeActor(
        parseRecordedAuditActor({
          type,
          outcome,
          details,
          personId: person_id,
          content: line.content === null && line.evidence_hash !== null ? null : content,
        }),
        { tokenName, personName: (id) => formatPersonNameOrWallet(nameOf(id)) },
      ),
      application: applicationId === null ? null : { id: applicationId, name: applicationName(applicationId) },
      details,
      evidence: Object.fromEntries(Object.entries(content).filter(([member]) => !proofMembers.includes(member))),
    }
  })
}

type NameLookup = (id: string) => string | null

function describeActor(
  recorded: RecordedAuditActor,
  { tokenName, personName }: { tokenName: NameLookup; personName: NameLookup },
): AdminApiAuditEvent['actor'] {
  switch (recorded.kind) {
    case 'person':
      return { kind: 'person', id: recorded.personId, name: personName(recorded.personId) }
    case 'token': {
      const { tokenId, personId } = recorded
      return {
        kind: 'token',
        id: tokenId,
        name: tokenName(tokenId),
        owner: { id: personId, name: personName(personId) },
      }
    }
    default:
      return recorded
  }
}

async function readNamesById(
  queries: DatabaseQueryBuilder,
  table: 'api_tokens' | 'applications',
  given: readonly unknown[],
): Promise<NameLookup> {
  const ids = [...new Set(given.filter((id) => typeof id === 'string'))]
  const rows =
    ids.length === 0 ? [] : await queries.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? null
}

export async function findAuditEventBySequence(
  queries: DatabaseQueryBuilder,
  sequence: number,
): Promise<AuditLogSearchResultEntry | undefined> {
  return queries
    .selectFrom('audit_events')
    .leftJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .selectAll('audit_events')
    .select(['audit_event_evidence.person_id', 'audit_event_evidence.content'])
    .where('audit_events.sequence', '=', sequence)
    .executeTakeFirst()
}

export async function readAdminAuditEventDetails(
  queries: DatabaseQueryBuilder,
  sequence: number,
): Promise<AdminApiEndpointOutput<'readEvent'> | undefined> {
  const line = await findAuditEventBySequence(queries, sequence)
  if (line === undefined) return undefined
  const [event] = (await addNamesToAuditEvents(queries, [line])) as [AdminApiAuditEvent]
  const content = line.content === null ? {} : (JSON.parse(line.content) as Texts)
  const { message, signature } = content
  return {
    ...event,
    hash: line.hash,
    previousHash: line.previous_hash,
    expiredBy: line.expired_by,
    evidenceErased: line.content === null && line.evidence_hash !== null,
    sentence: (auditEventTypes as Texts)[line.type] ?? line.type,
    proof:
      message === undefined || signature === undefined
        ? null
        : { message, signature, method: String(event.details.method ?? '') },
  }
}

const chainPage = 5000

/** The head is read last, so no entry on the page is newer than the head. */
export async function readAuditLogHashChain(
  queries: DatabaseQueryBuilder,
  after: number,
): Promise<AdminApiEndpointOutput<'exportHashChain'>> {
  const rows = await queries
    .selectFrom('audit_events')
    .select(['sequence', 'at', 'type', 'outcome', 'details', 'evidence_hash', 'previous_hash', 'hash', 'expired_by'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(chainPage)
    .execute()
  const { base, sequence, hash } = await readAuditLogHead(queries)
  const lines = rows.map(
    ({ evidence_hash: evidenceHash, previous_hash: previousHash, expired_by: expiredBy, ...line }) => ({
      ...line,
      evidenceHash,
      previousHash,
      expiredBy,
    }),
  )
  return { entries: lines, head: { sequence, hash }, base }
}

export async function findWalletAddressOwners(queries: DatabaseQueryBuilder, address: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('wallets')
    .select('person_id')
    .distinct()
    .where('namespace', 'in', [...chainNamespaces])
    .where('address', '=', address)
    .limit(20)
    .execute()
  return rows.map(({ person_id }) => person_id)
}
