// Rows come directly from the database, and the audit log from an administrator's export.
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { setTimeout as wait } from 'node:timers/promises'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import type { ConsistencyTestResponse } from './consistency-test-browser.ts'
import type { ConsistencyTestFinalState, AuditLogEntry } from './consistency-test-final-state-types.ts'

export interface ServerBypassingDatabaseAccess {
  query: (sql: string) => Promise<Record<string, unknown>[]>
}

/** `at` is the time of the read, by the clock of the history. */
export async function readConsistencyTestFinalRows(
  { database }: { database: ServerBypassingDatabaseAccess },
  at: number,
): Promise<Omit<ConsistencyTestFinalState, 'log'>> {
  const rows = async (sql: string): Promise<Record<string, string>[]> =>
    (await database.query(sql)) as Record<string, string>[]
  const groups = new Map(
    (await rows('select id, rule from groups')).map(({ id = '', rule = '' }) => [
      id,
      (JSON.parse(rule) as { wallets: string[] }).wallets.map((address) => address.toLowerCase()),
    ]),
  )
  return {
    at,
    groupGatedApplications: (await rows('select id, definition from applications')).flatMap(
      ({ id: application = '', definition = '' }) => {
        const { allowedGroups = [] } = JSON.parse(definition) as { allowedGroups?: string[] }
        const wallets = allowedGroups.flatMap((group) => groups.get(group) ?? [])
        return allowedGroups.length === 0 ? [] : [{ application, wallets }]
      },
    ),
    sessions: (await rows('select id, ended_at from sessions')).map(({ id = '', ended_at }) => ({
      id,
      isLive: ended_at === null,
    })),
    wallets: (await rows('select address, person_id from wallets where unlinked_at is null')).map(
      ({ address = '', person_id = '' }) => ({ address, person: person_id }),
    ),
    people: (await rows('select id, status from people')).map(({ id = '', status = '' }) => ({ id, status })),
    grants: (await rows('select person_id, application_id from grants where revoked_at is null')).map(
      ({ person_id = '', application_id = '' }) => ({ person: person_id, application: application_id }),
    ),
    roles: (await rows('select person_id, role from role_assignments')).map(({ person_id = '', role = '' }) => ({
      person: person_id,
      role,
    })),
  }
}

/** Oldest first. Retries, because connections that were cut fail when used next. */
export async function fetchExportedAuditLogEntries(
  { site }: Pick<ConsistencyTestOperationContext, 'site'>,
  { browser }: SignedInConsistencyTestBrowser,
): Promise<AuditLogEntry[]> {
  const request = { method: 'GET', path: '/api/admin/events/export?format=jsonl' }
  let answer: ConsistencyTestResponse | null = null
  for (const instance of [...site.instances, ...site.instances]) {
    answer = await browser.send(instance, request).catch(() => null)
    if (answer?.status === 200) break
  }
  if (answer?.status !== 200) throw new Error(`The activity was not exported: ${answer?.status} ${answer?.code}`)
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AdminApiAuditEvent)
    .map(({ sequence, at, type, person, application, details, evidence }) => ({
      sequence,
      at: Date.parse(at),
      type,
      person: person?.id ?? null,
      application: application?.id ?? null,
      details,
      evidence,
    }))
    .toReversed()
}

/** Time until written entries must be readable, and the poll interval: exports are rate-limited. */
const readTimeoutMs = 5000
const pollIntervalMs = 1000

export async function retryReadUntilComplete<Read>(
  read: () => Promise<Read>,
  isComplete: (read: Read) => boolean,
): Promise<Read> {
  const end = Date.now() + readTimeoutMs
  for (;;) {
    const found = await read()
    if (isComplete(found) || Date.now() > end) return found
    await wait(pollIntervalMs)
  }
}
