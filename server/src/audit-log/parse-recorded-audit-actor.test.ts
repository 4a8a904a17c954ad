import { describe, expect, test } from 'vitest'
import { runCliProgram } from '../cli/cli-program.ts'
import { readOperatingSystemUserName } from '../cli/read-operating-system-user-name.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { openTestDatabase } from '../testing/database-fixtures.ts'
import { runWithAuditedOperatingSystemUser } from './audit-actor.ts'
import { appendAuditEvents, appendTimedAuditEvents, auditEventTypes } from './append-audit-events.ts'
import type { AuditEventType, NewAuditEvent } from './append-audit-events.ts'
import { defaultAuditActors, parseRecordedAuditActor } from './parse-recorded-audit-actor.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'

const line = { outcome: 'success', details: {}, personId: 'ada', content: {} } as const
const types = Object.keys(auditEventTypes) as AuditEventType[]

test.each(types)('the actor of a %s entry is determined even if its evidence was erased', (type) => {
  const usual = defaultAuditActors[type]
  const kindOf = (more: Partial<Parameters<typeof parseRecordedAuditActor>[0]>) =>
    parseRecordedAuditActor({ ...line, type, ...more }).kind
  expect(kindOf({})).toBe(type === 'person.erased' ? 'erased' : typeof usual === 'object' ? 'server' : usual)
  expect(kindOf({ content: null })).toBe(typeof usual === 'object' ? 'server' : 'erased')
  expect(kindOf({ content: { actorId: 'bob' } })).toBe('person')
  expect(kindOf({ content: { actorId: 'bob', tokenId: 'token' } })).toBe('token')
  expect(kindOf({ content: { systemUser: 'root' } })).toBe('operator')
  if (usual === 'person')
    expect(kindOf({ personId: null, content: {} })).toBe(type === 'application.authorized' ? 'application' : 'stranger')
})

test('a session end is attributed to the person, an operator or the server by its reason', () => {
  const endedBy = (reason: string) => parseRecordedAuditActor({ ...line, type: 'session.ended', details: { reason } })
  expect(['signed-out', 'idle', 'wallet-unreachable', 'person-suspended'].map(endedBy)).toEqual([
    { kind: 'person', personId: 'ada' },
    { kind: 'server', cause: 'expired' },
    { kind: 'server', cause: 'recheck' },
    { kind: 'operator', systemUser: null },
  ])
})

test('a server cause recorded in an entry counts only if it is known', () => {
  const by = (server: string) => parseRecordedAuditActor({ ...line, type: 'application.removed', content: { server } })
  expect([by('unused'), by('toString')]).toEqual([
    { kind: 'server', cause: 'unused' },
    { kind: 'operator', systemUser: null },
  ])
})

test('the operator of a CLI command is identified by user name, or by user ID without one', async () => {
  expect(readOperatingSystemUserName(() => ({ username: 'deploy', uid: 1000 }))).toBe('deploy')
  expect(readOperatingSystemUserName(() => ({ username: '', uid: 1000 }))).toBe('1000')
  expect(
    readOperatingSystemUserName(() => {
      throw new Error('no entry')
    }),
  ).toBe(String(process.getuid?.()))
  expect(await runCliProgram(['nonsense'], 'deploy')).toBe(2)
})

describe('an audit entry', () => {
  test('records the operating system user of a CLI command, except on generated entries', async () => {
    const { queries } = await openTestDatabase('sqlite')
    const event: NewAuditEvent = {
      type: 'backup.created',
      outcome: 'success',
      details: {},
      evidence: { personId: null, content: {} },
    }
    const write = () =>
      queries.transaction().execute(async (transaction) => {
        await appendAuditEvents(transaction, systemRandomBytes, 0, [event])
        await appendTimedAuditEvents(transaction, systemRandomBytes, [{ at: 0, event }])
      })
    await runWithAuditedOperatingSystemUser('deploy', write)
    await runWithAuditedOperatingSystemUser(null, write)
    await sequenceAllAuditEntries(queries)
    const contents = await queries.selectFrom('audit_event_evidence').select('content').orderBy('sequence').execute()
    expect(contents.map(({ content }) => content)).toEqual(['{"systemUser":"deploy"}', '{}', '{}', '{}'])
    await sequenceAllAuditEntries(queries)
    const details = await queries.selectFrom('audit_events').select('details').execute()
    expect(details.every((row) => row.details === '{}')).toBe(true)
  })
})
