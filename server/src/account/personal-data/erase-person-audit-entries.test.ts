// Tests which audit log entries are removed with an erased person.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { dumpDatabase, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { requestPersonErasureForTests, isErasedPersonDumpLine } from '../../testing/person-erasure-test-steps.ts'
import { readBrowserSession } from '../../testing/browser-session-test-steps.ts'

describe.each(databaseKinds)('audit entries of an erased person on %s', (kind) => {
  test('keeps entries about an address that were written after it was unlinked', async () => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app)
    const { queries } = app.database
    const address = ethereumTestKeys.bob.address.toLowerCase()
    const { id } = await queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    const row = {
      namespace: 'eip155',
      kind: 'key',
      chain_reference: null,
      label: null,
      is_primary: 0,
      linked_at: 0,
      last_used_at: 0,
    } as const
    await queries
      .insertInto('wallets')
      .values({ id: createRandomId(systemRandomBytes), person_id: id, address, ...row, unlinked_at: app.clock.now })
      .execute()
    const attempt = (at: number) =>
      queries.transaction().execute((transaction) =>
        appendAuditEvents(transaction, systemRandomBytes, at, [
          {
            type: 'sign_in.refused',
            outcome: 'refused',
            details: { reason: `at ${at - app.clock.now}` },
            evidence: { personId: null, content: { address } },
          },
        ]),
      )
    await attempt(app.clock.now - 1)
    await attempt(app.clock.now + 1)
    await requestPersonErasureForTests(browser)
    await sequenceAllAuditEntries(queries)
    const kept = await queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select('audit_events.details')
      .where('address', '=', address)
      .execute()
    expect(kept).toEqual([{ details: '{"reason":"at 1"}' }])
  })

  test('removes references to the person from the merge entries of other people', async () => {
    const app = await createTestServer({ database: kind })
    const [keeper, leaver] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app, ethereumTestKeys.bob)]
    await keeper.trustForOwnerOf(ethereumTestKeys.bob)
    const offer = await keeper.send('POST', '/api/merges', await keeper.signChallengeFor('merge', ethereumTestKeys.bob))
    const { id } = offer.json<{ id: string }>()
    expect((await keeper.send('POST', `/api/merges/${id}/accept`)).statusCode).toBe(200)
    expect((await keeper.send('POST', `/api/merges/${id}/undo`)).statusCode).toBe(200)
    await leaver.signIn(ethereumTestKeys.bob)
    await leaver.stepUp(ethereumTestKeys.bob)
    const leaverId = (await readBrowserSession(leaver)).person?.id ?? ''
    const { queries } = app.database
    const everything = async () => (await dumpDatabase(queries)).filter((line) => !isErasedPersonDumpLine(line))
    const naming = async () =>
      (await everything()).filter((line) =>
        [leaverId, ethereumTestKeys.bob.address.slice(2).toLowerCase()].some((trace) =>
          line.toLowerCase().includes(trace),
        ),
      )
    expect((await naming()).length).toBeGreaterThan(3)
    expect((await requestPersonErasureForTests(leaver)).statusCode).toBe(204)
    expect(await naming()).toEqual([])
    const { items } = (await keeper.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(['person.created', 'session.stepped_up']))
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })
})
