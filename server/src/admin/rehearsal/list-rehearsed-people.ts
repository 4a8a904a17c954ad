// Streams the people of a rehearsal in batches, least recently seen first.
import { sql } from 'kysely'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import { addLastCredentials, readRehearsedPeople, rehearsedBatchSize } from './read-rehearsed-people.ts'
import type { RehearsedPeopleOptions, RehearsedPerson } from './read-rehearsed-people.ts'

interface RehearsedPeopleListOptions extends RehearsedPeopleOptions {
  /** Ends the stream between two batches. */
  signal: AbortSignal
}

type Position = { at: number; id: string }

/**
 * On PostgreSQL, the parts of three batches are read at the same time: the IDs of the next batch,
 * the stored data of this one, and the last credentials of the one before.
 */
export async function* listRehearsedPeople(
  queries: DatabaseQueryBuilder,
  options: RehearsedPeopleListOptions,
): AsyncGenerator<RehearsedPerson[]> {
  const { signal, since } = options
  const found = mapAhead(findPeople(queries, options), (ids) => readRehearsedPeople(queries, ids, options))
  const complete = mapAhead(found, async (people) => {
    await addLastCredentials(queries, people.filter(options.needsLastCredential), since)
    return people
  })
  for await (const people of complete) {
    if (signal.aborted) return
    if (people.length > 0) yield people
    if (signal.aborted) return
  }
}

async function* findPeople(
  queries: DatabaseQueryBuilder,
  { applicationId, since, signal }: RehearsedPeopleListOptions,
): AsyncGenerator<string[]> {
  // People who are seen during the scan move to the end and are found again.
  const done = new Set<string>()
  let after: Position | null = { at: since, id: '' }
  while (after !== null && !signal.aborted) {
    const page: PeoplePage = await (applicationId === null
      ? findSeenPeople(queries, after)
      : findApplicationUsers(queries, applicationId, after))
    const ids = [...new Set(page.ids)].filter((id) => !done.has(id))
    for (const id of ids) done.add(id)
    if (ids.length > 0) yield ids
    after = page.next
    // SQLite blocks the event loop.
    await yieldToEventLoop()
  }
}

/** Maps one item while the next one is awaited. */
async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  let mapping: Promise<Result> | null = null
  for await (const item of items) {
    const result: { value: Result } | null = mapping && { value: await mapping }
    mapping = map(item)
    // The caller may stop, and then no one awaits the result.
    mapping.catch(() => {})
    if (result !== null) yield result.value
  }
  if (mapping !== null) yield await mapping
}

export async function hasApplicationUsers(
  queries: DatabaseQueryBuilder,
  applicationId: string,
  since: number,
): Promise<boolean> {
  const row = await queries
    .selectFrom('grants')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('last_used_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface PeoplePage {
  ids: string[]
  next: Position | null
}

const toPage = (rows: readonly { id: string; at: number; person: string }[]): PeoplePage => {
  const last = rows.length < rehearsedBatchSize ? undefined : rows.at(-1)
  return { ids: rows.map(({ person }) => person), next: last === undefined ? null : { at: last.at, id: last.id } }
}

/**
 * A person who signed in was also seen at that time or later. The status is a column, not a
 * condition, because a condition makes both databases sort all people for every batch.
 */
const selectSeenPeople = prepareSqlQuery((queries, at: number, id: string) =>
  queries
    .selectFrom('people')
    .select(['id', 'last_seen_at as at', 'id as person', isActivePersonSql().as('is_active')])
    .where(sql<boolean>`(last_seen_at, id) > (${at}, ${id})`)
    .orderBy('last_seen_at')
    .orderBy('id')
    .limit(rehearsedBatchSize),
)

async function findSeenPeople(queries: DatabaseQueryBuilder, { at, id }: Position): Promise<PeoplePage> {
  const rows = await selectSeenPeople(queries, at, id)
  const page = toPage(rows)
  return { ...page, ids: rows.filter(({ is_active }) => Boolean(is_active)).map(({ id }) => id) }
}

const selectApplicationUsers = prepareSqlQuery((queries, applicationId: string, at: number, id: string) =>
  queries
    .selectFrom('grants')
    .select(['id', 'last_used_at as at', 'person_id as person'])
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`(last_used_at, id) > (${at}, ${id})`)
    .orderBy('last_used_at')
    .orderBy('id')
    .limit(rehearsedBatchSize),
)

const findApplicationUsers = async (
  queries: DatabaseQueryBuilder,
  applicationId: string,
  { at, id }: Position,
): Promise<PeoplePage> => toPage(await selectApplicationUsers(queries, applicationId, at, id))
