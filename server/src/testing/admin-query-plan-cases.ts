// All admin lists and figures with their filters, on first and deep pages of any seeded database.
import { listPermissionsOfAdminRoles } from '@countersign/api/admin-role-permissions'
import { listApplications, readAdminApplicationDetails } from '../admin/endpoints/list-applications.ts'
import {
  findWalletAddressOwners,
  listAuditEvents,
  readAuditLogHashChain,
  readAdminAuditEventDetails,
} from '../admin/endpoints/list-audit-events.ts'
import {
  readDashboardAuditEventCounts,
  readCurrentDashboardCounts,
} from '../admin/endpoints/read-admin-dashboard-metrics.ts'
import { findStoppedSignIns } from '../admin/sign-in-health/find-stopped-sign-ins.ts'
import { listGroupMembers, readAdminGroupDetails, readGroupListPage } from '../admin/endpoints/list-groups.ts'
import { adminListPageSize, encodeListCursor } from '../admin/endpoints/admin-list-pagination.ts'
import { readPeopleListEntries } from '../admin/endpoints/read-people-list-entries.ts'
import { findPeopleListPage } from '../admin/endpoints/find-people-list-page.ts'
import type { PeopleListQuery } from '../admin/endpoints/find-people-list-page.ts'
import { readPersonDetails } from '../admin/endpoints/read-person-details.ts'
import { readPersonSignInProblems } from '../admin/endpoints/read-person-sign-in-problems.ts'
import { listLiveSessions, listPersonSessions } from '../admin/endpoints/list-live-sessions.ts'
import { runAdminGlobalSearch } from '../admin/endpoints/admin-global-search.ts'
import { listApiTokens } from '../admin/endpoints/list-api-tokens.ts'
import type { AuditEntryFilter } from '../audit-log/search-audit-log.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'
import { sql } from 'kysely'

export type AdminQueryPlanCases = Record<string, () => Promise<unknown>>

export async function createAdminQueryPlanCases(
  database: Database,
  settings: ServerSettings,
  now: number,
): Promise<AdminQueryPlanCases> {
  const found = await database.runWithoutTimeouts(chooseCaseSubjects)
  return {
    ...peopleCases(database, found, now),
    ...eventCases(database, found, now),
    ...otherCases(database, settings, found, now),
  }
}

type CaseSubjects = Awaited<ReturnType<typeof chooseCaseSubjects>>

async function chooseCaseSubjects(queries: DatabaseQueryBuilder) {
  const value = async (query: ReturnType<typeof sql<{ value: string }>>): Promise<string> =>
    String((await query.execute(queries)).rows[0]?.value ?? 'none')
  const {
    rows: [middle],
  } = await sql<{ id: string; seen: number; created: number; up: string; down: string }>`
    select id, last_seen_at as seen, created_at as created, coalesce('0' || display_name_folded, '1') as up, coalesce('1' || display_name_folded, '0') as down
    from people order by last_seen_at limit 1 offset (select count(*) / 2 from people)`.execute(queries)
  const {
    rows: [nameless],
  } = await sql<{
    id: string
  }>`select id from people where display_name_folded is null order by id desc limit 1 offset (select count(*) / 100 from people)`.execute(
    queries,
  )
  const {
    rows: [busy],
  } = await sql<{
    id: string
    count: number
  }>`select person_id as id, count(*) as count from audit_event_evidence where person_id is not null group by person_id order by 2 desc limit 1`.execute(
    queries,
  )
  const { sequence: head } = await queries.selectFrom('audit_log_head').select('sequence').executeTakeFirstOrThrow()
  const {
    rows: [liveMiddle],
  } = await sql<{ id: string; created: number }>`
    select id, created_at as created from sessions where ended_at is null order by created_at limit 1 offset (select count(*) / 2 from sessions where ended_at is null)`.execute(
    queries,
  )
  if (middle === undefined || liveMiddle === undefined || nameless === undefined || busy === undefined)
    throw new Error('The database is too empty: fill one by `countersign seed`')
  return {
    middle,
    nameless,
    liveMiddle,
    busy,
    head: Number(head),
    name: await value(
      sql`select display_name_folded as value from people where display_name_folded is not null limit 1`,
    ),
    lastName:
      (
        await value(
          sql`select display_name_folded as value from people where display_name_folded is not null order by created_at desc limit 1`,
        )
      )
        .split(' ')
        .at(-1) ?? '',
    walletName: await value(sql`select name as value from wallet_names where name is not null limit 1`),
    address: await value(sql`select address as value from wallets limit 1`),
    largestGroup: await value(
      sql`select group_id as value from group_members group by group_id order by count(*) desc limit 1`,
    ),
    smallestGroup: await value(
      sql`select group_id as value from group_members group by group_id order by count(*) limit 1`,
    ),
    application: await value(
      sql`select application_id as value from grants group by application_id order by count(*) desc limit 1`,
    ),
    actor: await value(sql`select target as value from audit_event_links where kind = 'actor' limit 1`),
    frequentReason: await value(
      sql`select target as value from audit_event_links where kind = 'reason' group by target order by count(*) desc limit 1`,
    ),
    rareReason: await value(
      sql`select target as value from audit_event_links where kind = 'reason' group by target order by count(*) limit 1`,
    ),
  }
}

function listSearchTexts({ name, lastName, walletName, address, middle }: CaseSubjects): Record<string, string> {
  return {
    'one letter': 'a',
    'two letters that nobody has': 'zq',
    'a name': name,
    'half a name': name.slice(0, 4),
    'the middle of a name': name.slice(2, 6),
    'the end of a name': lastName,
    'parts that many names have, and none all of them': `${name.slice(0, 4)}${lastName.slice(0, 3)}`,
    nothing: 'zzzz',
    'an address': address,
    'the start of an address': address.slice(0, 8),
    'the name of a wallet': walletName,
    'half the name of a wallet': walletName.slice(0, 6),
    'what many call a wallet': 'savings',
    'an id': middle.id,
  }
}

function peopleCases(database: Database, found: CaseSubjects, now: number): AdminQueryPlanCases {
  const { middle, nameless, largestGroup, smallestGroup, application } = found
  // Accepts group checks of any age, because a database for benchmarks can be old.
  const list = (query: PeopleListQuery) => async () => {
    const { ids, total } = await findPeopleListPage(database, query, { now, groupCheckedSince: 0 })
    return { total, people: await readPeopleListEntries(database.queries, ids, { now, groupCheckedSince: 0 }) }
  }
  const cases: AdminQueryPlanCases = {}
  const keys = {
    seen: { asc: middle.seen, desc: middle.seen },
    created: { asc: middle.created, desc: middle.created },
    name: { asc: middle.up, desc: middle.down },
  }
  for (const sort of ['seen', 'created', 'name'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      cases[`people by ${sort}, ${order}`] = list({ sort, order })
      cases[`people by ${sort}, ${order}, in the middle`] = list({
        sort,
        order,
        cursor: encodeListCursor([keys[sort][order], middle.id]),
      })
    }
  }
  cases['people by name, among those without'] = list({ sort: 'name', cursor: encodeListCursor(['1', nameless.id]) })
  for (const [what, search] of Object.entries(listSearchTexts(found))) cases[`people, ${what}`] = list({ search })
  const filters: Record<string, PeopleListQuery> = {
    suspended: { status: 'suspended' },
    active: { status: 'active' },
    merged: { status: 'merged' },
    administrators: { role: 'administrator' },
    'of a large group': { group: largestGroup },
    'of a small group': { group: smallestGroup },
    'of an application': { application },
    'with a key': { signInMethod: 'key' },
    'with a contract': { signInMethod: 'contract' },
    'with a passkey': { signInMethod: 'passkey' },
    'with a passkey, of a large group, of an application': {
      signInMethod: 'passkey',
      group: largestGroup,
      application,
    },
    'one letter, with a contract, suspended': { search: 'a', signInMethod: 'contract', status: 'suspended' },
  }
  for (const [what, query] of Object.entries(filters)) {
    for (const sort of ['seen', 'name'] as const) cases[`people ${what}, by ${sort}`] = list({ ...query, sort })
    cases[`people ${what}, in the middle`] = list({ ...query, cursor: encodeListCursor([middle.seen, middle.id]) })
  }
  return cases
}

const dayMs = 86_400_000

function eventCases(
  { queries }: Database,
  { busy, address, application, actor, frequentReason, rareReason, head }: CaseSubjects,
  now: number,
): AdminQueryPlanCases {
  const filters: Record<string, AuditEntryFilter> = {
    all: {},
    'of a frequent kind': { types: ['session.started'] },
    'of a rare kind': { types: ['token.reuse_detected'] },
    'of no kind that was': { types: ['backup.created'] },
    'of eight kinds': {
      types: [
        'person.created',
        'session.started',
        'session.ended',
        'wallet.linked',
        'passkey.added',
        'grant.revoked',
        'logout.failed',
        'token.reuse_detected',
      ],
    },
    refused: { outcome: 'refused' },
    'that went well': { outcome: 'success' },
    'of somebody busy': { personIds: [busy.id] },
    'of somebody busy, of a rare kind': { personIds: [busy.id], types: ['token.reuse_detected'] },
    'by somebody': { actorId: actor },
    'of an application': { applicationId: application },
    'of an application, refused': { applicationId: application, outcome: 'refused' },
    'with a frequent reason': { reason: frequentReason },
    'with a rare reason': { reason: rareReason },
    'with a frequent reason, of another kind': { reason: frequentReason, types: ['token.reuse_detected'] },
    'of last week': { from: now - 14 * dayMs, to: now - 7 * dayMs },
    'of last week, of a rare kind': { from: now - 14 * dayMs, to: now - 7 * dayMs, types: ['token.reuse_detected'] },
    'of the first hour': { from: 0, to: now - 89 * dayMs },
    'of an application, somebody busy, a year ago': {
      applicationId: application,
      personIds: [busy.id],
      to: now - 365 * dayMs,
    },
  }
  const cases: AdminQueryPlanCases = {}
  for (const [what, filter] of Object.entries(filters)) {
    cases[`events ${what}`] = () =>
      listAuditEvents(queries, filter, { before: null, after: null, size: adminListPageSize })
    cases[`events ${what}, in the middle`] = () =>
      listAuditEvents(queries, filter, { before: Math.floor(head / 2), after: null, size: adminListPageSize })
  }
  cases['events with an address'] = async () =>
    listAuditEvents(
      queries,
      { address: { address, ownerIds: await findWalletAddressOwners(queries, address) } },
      { before: null, after: null, size: adminListPageSize },
    )
  cases['one event'] = () => readAdminAuditEventDetails(queries, Math.floor(head / 3))
  cases['the chain in the middle'] = () => readAuditLogHashChain(queries, Math.floor(head / 2))
  return cases
}

function otherCases(
  database: Database,
  settings: ServerSettings,
  found: CaseSubjects,
  now: number,
): AdminQueryPlanCases {
  const { busy, largestGroup, smallestGroup, application, middle, liveMiddle } = found
  const { queries } = database
  const dayBefore = (days: number): string => new Date(now - days * dayMs).toISOString().slice(0, 10)
  const cases: AdminQueryPlanCases = {}
  for (const days of [1, 7, 30, 400])
    cases[`figures of ${days} days`] = () =>
      readDashboardAuditEventCounts(queries, { from: dayBefore(days - 1), to: dayBefore(0) })
  cases['figures of now'] = () => readCurrentDashboardCounts(queries, settings.chains, now)
  for (const hours of [5, 30, 24 * 40])
    cases[`sign-ins that stopped ${hours} hours ago`] = () => findStoppedSignIns(queries, now + hours * 3_600_000)
  const moment = { limits: { ...settings.limits, groupUnreachableSeconds: 1e9 }, now }
  for (const sort of ['name', 'members', 'created'] as const)
    cases[`groups by ${sort}`] = () => readGroupListPage(queries, { sort }, moment)
  cases['groups, a search'] = () => readGroupListPage(queries, { search: 'e' }, moment)
  cases['one group'] = () => readAdminGroupDetails(queries, largestGroup, moment)
  cases['members of a large group'] = () => listGroupMembers(database, largestGroup, {}, moment)
  cases['members of a large group, in the middle'] = () =>
    listGroupMembers(database, largestGroup, { cursor: encodeListCursor([middle.seen, middle.id]) }, moment)
  cases['members of a large group, a search'] = () =>
    listGroupMembers(database, largestGroup, { search: 'ada' }, moment)
  cases['members of a small group'] = () => listGroupMembers(database, smallestGroup, {}, moment)
  const context = { database, settings, clock: () => now }
  for (const [what, search] of Object.entries({ ...listSearchTexts(found), 'a number': '17' }))
    cases[`everything, ${what}`] = () => runAdminGlobalSearch(context, search, listPermissionsOfAdminRoles(['owner']))
  cases['somebody busy'] = () => readPersonDetails(context, busy.id, { kind: 'operator' })
  cases['sign-in problems of a busy person'] = () => readPersonSignInProblems(context, busy.id)
  cases['sessions of somebody busy'] = () => listPersonSessions(context, busy.id, {})
  for (const order of ['asc', 'desc'] as const) {
    cases[`sessions, ${order}`] = () => listLiveSessions(context, { order })
    cases[`sessions, ${order}, in the middle`] = () =>
      listLiveSessions(context, { order, cursor: encodeListCursor([liveMiddle.created, liveMiddle.id]) })
  }
  const sessionFilters = {
    application: { application },
    passkeys: { signInMethod: 'passkey' },
    'contract wallets': { signInMethod: 'contract' },
    network: { network: '203.0.113.0/24' },
    system: { system: 'windows' },
    'new browsers': { newBrowser: 'true' },
    age: { olderThanDays: '7' },
  } as const
  for (const [what, filter] of Object.entries(sessionFilters))
    cases[`sessions filtered by ${what}`] = () => listLiveSessions(context, filter)
  for (const [what, search] of Object.entries(listSearchTexts(found)))
    cases[`sessions, ${what}`] = () => listLiveSessions(context, { search })
  for (const sort of ['name', 'created', 'used'] as const)
    cases[`applications by ${sort}`] = () => listApplications(database, { sort }, now)
  cases['applications, a search'] = () => listApplications(database, { search: 'wiki' }, now)
  cases['one application'] = () => readAdminApplicationDetails(queries, settings, application, now)
  cases['tokens'] = () => listApiTokens(queries, null, {})
  cases['tokens, a search'] = () => listApiTokens(queries, null, { search: 'a' })
  return cases
}
