import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { erasePerson } from '../../account/personal-data/erase-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { dumpDatabase, sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  linkWalletForTests,
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { readMessagesOfWalletProofs } from '../../store/wallets/wallet-proof-record-store.ts'
import { pruneNextDataRetentionBatch } from './apply-data-retention.ts'

const { alice, bob } = ethereumTestKeys
const dayMs = 86_400_000

async function apply({ database: { kind, queries }, limits }: TestServer, now: number): Promise<void> {
  while ((await pruneNextDataRetentionBatch({ kind, queries, random: systemRandomBytes, limits }, now)) > 0);
}

async function signIn(app: TestServer, key = alice, browser: TestBrowser = app.openBrowser()): Promise<TestBrowser> {
  const response = await browser.send('POST', '/api/sign-in', await browser.signChallenge(key))
  if (response.statusCode !== 200) throw new Error(response.body)
  return browser
}

const count = async ({ database: { queries } }: TestServer) => {
  const rows = { sessions: 0, proofs: 0, browsers: 0 }
  for (const table of Object.keys(rows) as (keyof typeof rows)[])
    rows[table] = (await queries.selectFrom(table).select('id').execute()).length
  return rows
}

describe.each(databaseKinds)('pruning of ended sessions on %s', (kind) => {
  test('deletes their proofs and unused browsers, and keeps audit entries with the signed message', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const browser = await signIn(app)
    const other = await signIn(app)
    await sequenceAllAuditEntries(queries)
    const signed = await queries
      .selectFrom('audit_event_evidence')
      .select('content')
      .where('proof_id', 'is not', null)
      .execute()
    await other.send('POST', '/api/sign-out')
    const ended = app.clock.now
    await apply(app, ended + 90 * dayMs - 1)
    expect(await count(app)).toEqual({ sessions: 2, proofs: 2, browsers: 2 })
    await apply(app, ended + 90 * dayMs)
    expect(await count(app)).toEqual({ sessions: 1, proofs: 1, browsers: 1 })
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
      person: { id: expect.any(String) as string },
    })
    await sequenceAllAuditEntries(queries)
    const left = await queries
      .selectFrom('audit_event_evidence')
      .select(['content', 'proof_id'])
      .where('content', 'like', '%"message":%')
      .execute()
    expect(left.map(({ content }) => content).sort()).toEqual(signed.map(({ content }) => content).sort())
    expect(left.filter(({ proof_id }) => proof_id !== null)).toHaveLength(1)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole', erased: 0, letGo: 0 })
  })

  test('keeps a known browser for 400 days, and reports new browsers even after deleting it', async () => {
    const app = await createTestServer({
      database: kind,
      environment: { COUNTERSIGN_SESSION_IDLE_TIMEOUT_SECONDS: '300' },
    })
    const browser = await signIn(app)
    await browser.stepUp()
    const { now } = app.clock
    app.clock.now += 3_600_000
    await app.pruneExpired()
    await apply(app, now + 399 * dayMs)
    expect(await count(app)).toEqual({ sessions: 0, proofs: 0, browsers: 1 })
    await apply(app, now + 400 * dayMs)
    expect(await count(app)).toEqual({ sessions: 0, proofs: 0, browsers: 0 })
    app.clock.now = now + 401 * dayMs
    await signIn(app)
    await sequenceAllAuditEntries(app.database.queries)
    const last = await app.database.queries
      .selectFrom('audit_events')
      .select('type')
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute()
    expect(last.map(({ type }) => type)).toEqual(['browser.first_seen', 'session.started'])
  })

  test('P3: waits until a merge of the person can no longer be undone', async () => {
    const app = await createTestServer({
      database: kind,
      environment: {
        COUNTERSIGN_MERGE_UNDO_SECONDS: String(90 * 86_400),
        COUNTERSIGN_ENDED_SESSION_RETENTION_DAYS: '7',
      },
    })
    const theirs = await signIn(app, bob)
    const browser = await signIn(app)
    await browser.stepUp()
    const merged = await mergeIdentitiesForTests(browser, bob)
    expect((await theirs.send('GET', '/api/session')).json()).toMatchObject({ person: null })
    const before = await count(app)
    await apply(app, app.clock.now + 30 * dayMs)
    expect(await count(app)).toEqual(before)
    await browser.stepUp()
    const answer = await requestIdentityMergeUndoForTests(browser, merged)
    expect(answer.statusCode, answer.body).toBe(200)
    await signIn(app, bob, theirs)
    expect(await readBrowserPersonIdOrNone(theirs)).not.toBe(await readBrowserPersonIdOrNone(browser))
  })

  test('P9: keeps sessions from before a merge was undone, so that erasure finds their data', async () => {
    const app = await createTestServer({
      database: kind,
      environment: { COUNTERSIGN_ENDED_SESSION_RETENTION_DAYS: '7' },
    })
    const { queries } = app.database
    const theirs = await signIn(app, bob)
    const bobId = await readBrowserPersonIdOrNone(theirs)
    const browser = await signIn(app)
    await browser.stepUp()
    const aliceId = await readBrowserPersonIdOrNone(browser)
    const merged = await mergeIdentitiesForTests(browser, bob)
    const meanwhile = await signIn(app, bob, app.openBrowser({ userAgent: 'The browser of Bob' }))
    expect(await readBrowserPersonIdOrNone(meanwhile)).toBe(aliceId)
    await meanwhile.send('POST', '/api/sign-out')
    await browser.stepUp()
    expect((await requestIdentityMergeUndoForTests(browser, merged)).statusCode).toBe(200)
    await apply(app, app.clock.now + 500 * dayMs)
    expect((await dumpDatabase(queries)).join('\n')).toContain('The browser of Bob')
    await erasePerson(
      { queries, random: systemRandomBytes },
      { personId: bobId, session: null, now: app.clock.now + 500 * dayMs },
    )
    expect((await dumpDatabase(queries)).join('\n')).not.toContain('The browser of Bob')
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('P9: keeps messages that the other person signed during a merge, when a person is erased', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    await signIn(app, bob)
    const browser = await signIn(app)
    await browser.stepUp()
    const aliceId = await readBrowserPersonIdOrNone(browser)
    const merged = await mergeIdentitiesForTests(browser, bob)
    const meanwhile = app.openBrowser()
    const signed = await meanwhile.signChallenge(bob)
    await meanwhile.send('POST', '/api/sign-in', signed)
    await browser.stepUp()
    expect((await requestIdentityMergeUndoForTests(browser, merged)).statusCode).toBe(200)
    await erasePerson({ queries, random: systemRandomBytes }, { personId: aliceId, session: null, now: app.clock.now })
    const proofs = await queries.selectFrom('proofs').select('id').execute()
    const texts = [
      ...(
        await readMessagesOfWalletProofs(
          queries,
          proofs.map(({ id }) => id),
        )
      ).values(),
    ]
    expect(texts).toHaveLength(proofs.length)
    expect(texts).toContainEqual(signed)
  })

  test('leaves no trace of a person erased between two pruning runs', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const browser = await signIn(app)
    await linkWalletForTests(await confirmed(browser), bob)
    const personId = await readBrowserPersonIdOrNone(browser)
    await browser.send('POST', '/api/sign-out')
    await apply(app, app.clock.now + 500 * dayMs)
    // The proof for linking the wallet belongs to no session, so it remains.
    expect(await count(app)).toEqual({ sessions: 0, proofs: 1, browsers: 0 })
    await erasePerson({ queries, random: systemRandomBytes }, { personId, session: null, now: app.clock.now })
    await apply(app, app.clock.now + 1000 * dayMs)
    const left = (await dumpDatabase(queries)).join('\n').toLowerCase()
    for (const { address } of [alice, bob]) expect(left).not.toContain(address.slice(2).toLowerCase())
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('S3: keeps the newest proof of a linked contract wallet, which group checks use', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const { now } = app.clock
    const wallet = (id: string, unlinked_at: number | null) => ({
      id,
      person_id: 'p',
      namespace: 'eip155' as const,
      kind: 'contract' as const,
      chain_reference: '1',
      address: `0x${id}`,
      label: null,
      is_primary: 0,
      linked_at: 0,
      last_used_at: 0,
      unlinked_at,
    })
    await queries.insertInto('people').values({ id: 'p', status: 'active', created_at: 0, last_seen_at: 0 }).execute()
    await queries
      .insertInto('wallets')
      .values([wallet('linked', null), wallet('unlinked', 5)])
      .execute()
    for (const [index, walletId] of ['linked', 'linked', 'linked', 'unlinked', 'unlinked'].entries()) {
      const id = `${index}`
      await queries
        .insertInto('proofs')
        .values({
          id,
          wallet_id: walletId,
          retained_message: 'm',
          retained_signature: '0x',
          method: 'erc1271',
          chain_reference: '1',
          block_number: '1',
          block_hash: '0x',
          verified_at: now + (index % 3),
        })
        .execute()
      await queries
        .insertInto('sessions')
        .values({
          id,
          token_hash: id,
          person_id: 'p',
          wallet_id: walletId,
          proof_id: id,
          created_at: now,
          last_seen_at: now,
          idle_expires_at: now,
          expires_at: now,
          ended_at: now + index,
          end_reason: 'idle',
          user_agent: '',
          network_prefix: '',
        })
        .execute()
    }
    await apply(app, now + 91 * dayMs)
    expect(await queries.selectFrom('proofs').select('id').execute()).toEqual([{ id: '2' }])
    expect((await count(app)).sessions).toBe(0)
  })

  test('deletes each session once with several concurrent instances', async () => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const { now } = app.clock
    await queries.insertInto('people').values({ id: 'p', status: 'active', created_at: 0, last_seen_at: 0 }).execute()
    const session = (index: number) => ({
      id: `${index}`,
      token_hash: `${index}`,
      person_id: 'p',
      created_at: now,
      last_seen_at: now,
      idle_expires_at: now,
      expires_at: now,
      ended_at: now,
      end_reason: 'idle' as const,
      user_agent: '',
      network_prefix: '',
    })
    await queries
      .insertInto('sessions')
      .values(Array.from({ length: 900 }, (_, index) => session(index)))
      .execute()
    await Promise.all([1, 2, 3].map(() => apply(app, now + 91 * dayMs)))
    expect((await count(app)).sessions).toBe(0)
  })
})

async function confirmed(browser: TestBrowser): Promise<TestBrowser> {
  await browser.stepUp()
  return browser
}
