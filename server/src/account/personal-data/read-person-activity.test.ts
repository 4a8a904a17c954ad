// Tests a person's activity: whose entries it contains, paging and filters.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readPersonAuditEntries } from '../../audit-log/read-person-audit-entries.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { bulkInsertAuditEntriesWithFakeHashes } from '../../testing/bulk-insert-audit-entries-with-fake-hashes.ts'
import { readQueryPlans } from '../../testing/read-query-plans.ts'
import { testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { openTestDatabase, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  createTestServerWithSignedInBrowser,
  readPersonActivityPageForTests,
  readAllPersonActivityForTests,
} from '../../testing/person-activity-test-steps.ts'
import { readBrowserPersonId } from '../../testing/browser-session-test-steps.ts'

type Page = ApiEndpointOutput<'listActivity'>
const listEventTypes = ({ items }: Page): string[] => items.map(({ type }) => type)

async function failSignIn(browser: TestBrowser): Promise<void> {
  const { message } = await browser.signChallenge(ethereumTestKeys.alice)
  const { signature } = await browser.signChallenge(ethereumTestKeys.bob)
  expect((await browser.send('POST', '/api/sign-in', { message, signature })).json()).toMatchObject({
    code: 'signature.refused',
  })
}

test('activity reports how many entries await sequencing while the log head is locked', async () => {
  const { app, browser } = await createTestServerWithSignedInBrowser('postgres')
  const before = (await readPersonActivityPageForTests(browser)).items.length
  const holder = await app.database.pool?.connect()
  await holder?.query('begin')
  await holder?.query('set local idle_in_transaction_session_timeout = 0')
  await holder?.query('select * from audit_log_head for update')
  await browser.stepUp()
  const activityPage = await readPersonActivityPageForTests(browser)
  expect(activityPage.items).toHaveLength(before)
  await holder?.query('rollback')
  holder?.release()
  const later = await readPersonActivityPageForTests(browser)
  expect(activityPage.beingSequenced).toBe(later.items.length - before)
  expect(later).not.toHaveProperty('beingSequenced')
  expect(listEventTypes(later)).toContain('session.stepped_up')
})

describe('activity of a person', () => {
  test('lists only the person’s own entries, newest first, with the signed messages', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    await app.openBrowser().signIn(ethereumTestKeys.bob)
    app.clock.now += 1000
    await browser.send('PATCH', '/api/person', { displayName: 'Ada' })
    const { items, nextCursor } = await readPersonActivityPageForTests(browser)
    expect(items.map(({ type, at }) => `${type} ${at.slice(11, 19)}`)).toEqual([
      'person.changed 12:00:01',
      'session.started 12:00:00',
      'wallet.linked 12:00:00',
      'person.created 12:00:00',
    ])
    expect(nextCursor).toBeNull()
    expect(items[1]).toMatchObject({
      outcome: 'success',
      application: null,
      details: { method: 'ecdsa', namespace: 'eip155' },
      evidence: {
        message: expect.stringContaining('wants you to sign in') as string,
        signature: expect.stringMatching(/^0x/) as string,
        networkPrefix: '127.0.0.0/24',
      },
    })
    expect((await app.openBrowser().send('GET', '/api/activity')).json()).toMatchObject({ code: 'session.required' })
  })

  testOnBothDatabases('pages without losing or repeating an entry', async (kind) => {
    const { browser } = await createTestServerWithSignedInBrowser(kind)
    for (let index = 0; index < 65; index++) await browser.signIn()
    const all = await readAllPersonActivityForTests(browser)
    // The first sign-in writes three entries, each later one two.
    expect(all).toHaveLength(3 + 65 * 2)
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 133 }, (_, index) => 133 - index))
  })

  testOnBothDatabases('filters by kind, outcome and time', async (kind) => {
    const { app, browser } = await createTestServerWithSignedInBrowser(kind)
    app.clock.now += 60_000
    await failSignIn(app.openBrowser())
    await browser.stepUp()
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?kind=sign-ins'))).toEqual([
      'session.stepped_up',
      'sign_in.refused',
      'session.started',
    ])
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?kind=wallets'))).toEqual(['wallet.linked'])
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?kind=passkeys'))).toEqual([])
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?outcome=refused'))).toEqual([
      'sign_in.refused',
    ])
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?outcome=success&kind=sign-ins'))).toEqual([
      'session.stepped_up',
      'session.started',
    ])
    expect(
      listEventTypes(await readPersonActivityPageForTests(browser, '?from=2026-01-15T12:01:00Z&kind=sign-ins')),
    ).toEqual(['session.stepped_up', 'sign_in.refused'])
    expect(
      listEventTypes(
        await readPersonActivityPageForTests(browser, '?to=2026-01-15T13:01:00.000%2B01:00&kind=sign-ins'),
      ),
    ).toEqual(['session.started'])
    for (const bad of [
      'kind=all',
      'from=yesterday',
      'from=2016-12-31T23:59:60Z',
      'cursor=-1',
      'cursor=1;drop',
      'more=1',
    ]) {
      expect((await browser.send('GET', `/api/activity?${bad}`)).json()).toMatchObject({ code: 'request.invalid' })
    }
  })

  testOnBothDatabases('includes entries of a merged identity until the merge is undone', async (kind) => {
    const { app, browser } = await createTestServerWithSignedInBrowser(kind)
    const other = app.openBrowser()
    await other.signIn(ethereumTestKeys.bob)
    const times = {
      offered_at: testClockStartTime,
      expires_at: testClockStartTime,
      merged_at: testClockStartTime,
      undo_until: testClockStartTime,
      undone_at: null,
    }
    const people = { person_id: await readBrowserPersonId(browser), merged_person_id: await readBrowserPersonId(other) }
    await app.database.queries
      .insertInto('identity_merges')
      .values({ id: createRandomId(systemRandomBytes), ...people, moved_records: '{}', ...times })
      .execute()
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?kind=wallets'))).toEqual([
      'wallet.linked',
      'wallet.linked',
    ])
    await app.database.queries.updateTable('identity_merges').set({ undone_at: testClockStartTime }).execute()
    expect(listEventTypes(await readPersonActivityPageForTests(browser, '?kind=wallets'))).toEqual(['wallet.linked'])
  })

  test('shows a limited number of attempts by others on a linked wallet, so own entries stay visible', async () => {
    const { app, browser } = await createTestServerWithSignedInBrowser()
    const address = ethereumTestKeys.alice.address.toLowerCase()
    await bulkInsertAuditEntriesWithFakeHashes(app.database.queries, {
      from: 100,
      lines: 300,
      at: testClockStartTime + 1000,
      owner: () => ({ personId: null, address }),
    })
    // These entries are from before the wallet was linked, or about another person's wallet.
    await bulkInsertAuditEntriesWithFakeHashes(app.database.queries, {
      from: 500,
      lines: 5,
      at: testClockStartTime - 1000,
      owner: () => ({ personId: null, address }),
    })
    await bulkInsertAuditEntriesWithFakeHashes(app.database.queries, {
      from: 600,
      lines: 5,
      at: testClockStartTime + 1000,
      owner: () => ({ personId: null, address: ethereumTestKeys.bob.address.toLowerCase() }),
    })
    const all = await readAllPersonActivityForTests(browser)
    expect(all).toHaveLength(3 + 95)
    expect(all.slice(-3).map(({ type }) => type)).toEqual(['session.started', 'wallet.linked', 'person.created'])
    expect(Math.max(...all.map(({ sequence }) => sequence))).toBe(399)
  })

  testOnBothDatabases('uses an index for the first and last pages of a large log', async (kind) => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    const owner = { personIds: ['me', 'merged'], wallets: [{ address: '0xme', since: 0 }] }
    await bulkInsertAuditEntriesWithFakeHashes(queries, {
      from: 1,
      lines: 20_000,
      at: testClockStartTime,
      owner: (index) =>
        index % 10 === 0
          ? { personId: 'me' }
          : index % 10 === 1
            ? { personId: null, address: '0xme' }
            : { personId: `p${index % 500}` },
    })
    await sql`analyze`.execute(queries)
    const look = (filter: Parameters<typeof readPersonAuditEntries>[2], before: number | null) =>
      readQueryPlans(database, () => readPersonAuditEntries(queries, owner, filter, { before, size: 51 }))
    for (const [filter, before] of [
      [{}, null],
      [{}, 500],
      [{ kind: 'passkeys' }, null],
    ] as const) {
      const [read, ...others] = await look(filter, before)
      expect(others).toEqual([])
      if (kind === 'sqlite') {
        const plan = read?.plan.join('\n') ?? ''
        for (const index of ['audit_event_evidence_person', 'audit_event_evidence_address'])
          expect(plan).toContain(index)
        // Any other scan covers only rows that were found by an index.
        expect(
          (plan.match(/^SCAN .*$/gm) ?? []).filter((step) => step !== 'SCAN part' && step !== 'SCAN evidence'),
        ).toEqual([])
      } else {
        // A filter by a type without entries reads all 4,000 entries of the person; other pages
        // stop earlier.
        expect(read?.rows).toBeLessThan('kind' in filter ? 12_000 : 4000)
      }
    }
    const lines = await readPersonAuditEntries(queries, owner, {}, { before: 500, size: 51 })
    expect(lines.map(({ sequence }) => sequence).slice(0, 2)).toEqual([491, 481])
  })
})
