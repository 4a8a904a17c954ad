// N20: an upgraded database accepts wallets of every chain family and distinguishes letter case.
import { chainNamespaces } from '@countersign/message/message-layout'
import { createBitcoinTestSigner, createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertPerson } from '../../store/people/person-store.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { runMigrations } from '../../platform/database/run-migrations.ts'
import { fakeNextReleaseMigrationNames, fakeNextReleaseMigrations } from '../../testing/fake-next-release-migrations.ts'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { createEmptyDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { insertLinkedWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletIdentityFields } from '../../store/wallets/wallet-store.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const alice = createTestWalletSigners(1)
describe.each(databaseKinds)('wallet identity on %s', (kind) => {
  test('N20: existing wallets sign in as the same person after an upgrade', async () => {
    const database = openDatabaseUntilTestEnds(await createEmptyDatabase(kind))
    await runMigrations(database)
    const { queries } = database
    await sql`insert into people (id, locale, status, created_at, last_seen_at) values ('p', 'en', 'active', 1, 2)`.execute(
      queries,
    )
    await sql`insert into wallets (id, person_id, namespace, kind, address, is_primary, linked_at, last_used_at)
      values ('w', 'p', 'eip155', 'key', ${alice.eip155.address.toLowerCase()}, 1, 1, 2)`.execute(queries)
    expect(await runMigrations(database, { steps: fakeNextReleaseMigrations })).toEqual(fakeNextReleaseMigrationNames)

    const app = await createTestServer({ database })
    const people = new Map<string, string>()
    for (const signer of [
      ...chainNamespaces.map((name) => alice[name]),
      createBitcoinTestSigner(1, 'p2pkh'),
      createBitcoinTestSigner(1, 'p2tr'),
    ]) {
      const idOf = async () => (await app.openBrowser().signIn(signer)).json<{ person: { id: string } }>().person.id
      const id = await idOf()
      expect(await idOf()).toBe(id)
      people.set(signer.address, id)
    }
    expect(people.get(alice.eip155.address)).toBe('p')
    expect(new Set(people.values()).size).toBe(5)
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('S15: letter case distinguishes Solana addresses but not Ethereum ones, and no link is duplicated', async () => {
    const { database } = await createTestServer({ database: kind })
    const { queries } = database
    const { address } = alice.solana
    const swapped = [...address]
      .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
      .join('')
    for (const id of ['one', 'two', 'three'])
      await queries.transaction().execute((transaction) => insertPerson(transaction, id, 1))
    const link = (identity: Omit<WalletIdentityFields, 'kind' | 'chainReference'>, personId: string) =>
      queries
        .transaction()
        .execute((transaction) =>
          insertLinkedWallet(
            transaction,
            { ...identity, kind: 'key', chainReference: null },
            { id: `${personId} ${identity.address}`, personId, primary: true, now: testClockStartTime },
          ),
        )
    expect(await link({ namespace: 'solana', address }, 'one')).toMatchObject({ address })
    expect(await link({ namespace: 'solana', address: swapped }, 'two')).toMatchObject({ address: swapped })
    expect(await link({ namespace: 'solana', address }, 'three')).toBeUndefined()
    const ethereum = alice.eip155.address
    expect(await link({ namespace: 'eip155', address: ethereum }, 'one')).toMatchObject({
      address: ethereum.toLowerCase(),
    })
    expect(await link({ namespace: 'eip155', address: ethereum.toLowerCase() }, 'two')).toBeUndefined()
    await queries.transaction().execute((transaction) =>
      appendAuditEvents(
        transaction,
        systemRandomBytes,
        testClockStartTime,
        [address, swapped, ethereum].map((named) => ({
          type: 'sign_in.refused' as const,
          outcome: 'refused' as const,
          details: { reason: 'other_signer' },
          evidence: { personId: null, content: { address: named } },
        })),
      ),
    )
    await sequenceAllAuditEntries(queries)
    const kept = await queries.selectFrom('audit_event_evidence').select('address').orderBy('sequence').execute()
    expect(kept.map(({ address: stored }) => stored)).toEqual([address, swapped, ethereum.toLowerCase()])
  })
})
