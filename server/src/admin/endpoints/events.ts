// The activity of all, as administrators and auditors see it: which lines, and what each says and names.
import type { AdminAnswer, AdminEvent } from '@countersign/api/admin-calls'
import { eventTypes } from '../../audit-log/append.ts'
import { whoActs } from '../../audit-log/who-acts.ts'
import type { RecordedActor } from '../../audit-log/who-acts.ts'
import { searchEvents } from '../../audit-log/search.ts'
import { readHead } from '../../audit-log/verify.ts'
import type { EventFilter, EventPlace, FoundEvent } from '../../audit-log/search.ts'
import { namespaceNames } from '@countersign/message/layout'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { calledBy, namePeople } from './name-people.ts'

type Texts = Readonly<Record<string, string>>

/** What of the evidence is shown beside a line alone: it is long, and proves something only as a whole. */
const proofMembers: readonly string[] = ['message', 'signature']

/** A page of lines, the newest first, and before which line the next one begins. */
export async function listEvents(
  queries: Queries,
  filter: EventFilter,
  place: EventPlace,
): Promise<{ events: AdminEvent[]; next: number | null }> {
  const { lines, next } = await searchEvents(queries, filter, place)
  return { events: await describeEvents(queries, lines), next }
}

/** Lines with the names of whoever and whatever they are about, of which some may be gone. */
export async function describeEvents(queries: Queries, lines: readonly FoundEvent[]): Promise<AdminEvent[]> {
  const read = lines.map((line) => ({
    line,
    details: JSON.parse(line.details) as AdminEvent['details'],
    content: line.content === null ? {} : (JSON.parse(line.content) as Texts),
  }))
  const [nameOf, tokenName, applicationName] = [
    await namePeople(
      queries,
      read.flatMap(({ line, content }) => [line.person_id, content.actorId].filter((id) => typeof id === 'string')),
    ),
    await nameAll(
      queries,
      'api_tokens',
      read.map(({ content }) => content.tokenId),
    ),
    await nameAll(
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
      at: formatTime(at),
      type,
      outcome,
      person: person_id === null ? null : nameOf(person_id),
      actor: nameActor(
        whoActs({
          type,
          outcome,
          details,
          personId: person_id,
          content: line.content === null && line.evidence_hash !== null ? null : content,
        }),
        { tokenName, personName: (id) => calledBy(nameOf(id)) },
      ),
      application: applicationId === null ? null : { id: applicationId, name: applicationName(applicationId) },
      details,
      evidence: Object.fromEntries(Object.entries(content).filter(([member]) => !proofMembers.includes(member))),
    }
  })
}

type Naming = (id: string) => string | null

/** Who did it, with the names that they have today. */
function nameActor(
  recorded: RecordedActor,
  { tokenName, personName }: { tokenName: Naming; personName: Naming },
): AdminEvent['actor'] {
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

/** The names of tokens or applications, of which some may be gone. */
async function nameAll(
  queries: Queries,
  table: 'api_tokens' | 'applications',
  given: readonly unknown[],
): Promise<Naming> {
  const ids = [...new Set(given.filter((id) => typeof id === 'string'))]
  const rows =
    ids.length === 0 ? [] : await queries.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? null
}

/** One line with the evidence that is still there; undefined where there is none of this number. */
export async function findLine(queries: Queries, sequence: number): Promise<FoundEvent | undefined> {
  return queries
    .selectFrom('events')
    .leftJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .selectAll('events')
    .select(['event_evidence.person_id', 'event_evidence.content'])
    .where('events.sequence', '=', sequence)
    .executeTakeFirst()
}

/** One line in full; undefined where there is none of this number. */
export async function readEvent(queries: Queries, sequence: number): Promise<AdminAnswer<'readEvent'> | undefined> {
  const line = await findLine(queries, sequence)
  if (line === undefined) return undefined
  const [event] = (await describeEvents(queries, [line])) as [AdminEvent]
  const content = line.content === null ? {} : (JSON.parse(line.content) as Texts)
  const { message, signature } = content
  return {
    ...event,
    hash: line.hash,
    previousHash: line.previous_hash,
    letGoBy: line.let_go_by,
    evidenceErased: line.content === null && line.evidence_hash !== null,
    sentence: (eventTypes as Texts)[line.type] ?? line.type,
    proof:
      message === undefined || signature === undefined
        ? null
        : { message, signature, method: String(event.details.method ?? '') },
  }
}

const chainPage = 5000

/** Lines with all that their hashes are over, behind a place, and the line behind which the tree begins. The head is read after them, so that none of them may be past it. */
export async function readChain(queries: Queries, after: number): Promise<AdminAnswer<'readChainOfEvents'>> {
  const rows = await queries
    .selectFrom('events')
    .select(['sequence', 'at', 'type', 'outcome', 'details', 'evidence_hash', 'previous_hash', 'hash', 'let_go_by'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(chainPage)
    .execute()
  const { base, sequence, hash } = await readHead(queries)
  const lines = rows.map(
    ({ evidence_hash: evidenceHash, previous_hash: previousHash, let_go_by: letGoBy, ...line }) => ({
      ...line,
      evidenceHash,
      previousHash,
      letGoBy,
    }),
  )
  return { lines, head: { sequence, hash }, base }
}

/** Everybody who has or had a wallet at an address, few in any case. */
export async function findOwners(queries: Queries, address: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('wallets')
    .select('person_id')
    .distinct()
    .where('namespace', 'in', [...namespaceNames])
    .where('address', '=', address)
    .limit(20)
    .execute()
  return rows.map(({ person_id }) => person_id)
}
