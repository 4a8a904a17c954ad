// Tests when ENS names are read, which instance reads them, and what is stored.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../../testing/database-fixtures.ts'
import { refreshEnsNames } from './refresh-ens-names.ts'
import {
  storeWalletEnsName,
  listWalletEnsNamesDueForRefresh,
  deleteWalletEnsNames,
} from '../../store/wallets/wallet-ens-name-store.ts'
import {
  createTestAvatarPngs,
  createEnsNamesTestContext,
  insertTestPersonWithWallet,
  assignEnsName,
  readStoredEnsName,
  listStoredWalletAvatars,
  redPng,
} from '../../testing/ens-name-reading-fixtures.ts'
import type { EnsNamesTestContext } from '../../testing/ens-name-reading-fixtures.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const day = 86_400_000

beforeAll(createTestAvatarPngs)

describe.each(databaseKinds)('refreshing ENS names on %s', (kind) => {
  test('reads a name after its wallet is linked, and again when due', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'alice.eth')
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: null, resolved_at: null, refresh_at: start })
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toEqual({
      wallet_id: id,
      name: 'alice.eth',
      avatar_id: null,
      avatar_source: null,
      resolved_at: start,
      refresh_at: start + day,
    })
    expect(await refreshEnsNames(context)).toBe(0)
    context.time.now += day - 1
    expect(await refreshEnsNames(context)).toBe(0)
    expect(context.chain.reads).toBe(4)

    context.time.now += 1
    assignEnsName(context, address, 'alice-of-today.eth')
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'alice-of-today.eth',
      resolved_at: start + day,
      refresh_at: start + 2 * day,
    })
  })

  test('P7: drops a name and its avatar once it no longer resolves to the wallet', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'sold.eth', 'https://pictures.example/a.png')
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({
      name: 'sold.eth',
      avatar_id: expect.any(String) as string,
    })
    context.records.owners['sold.eth'] = `0x${'b'.repeat(40)}`
    context.time.now += day
    await refreshEnsNames(context)
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: null, avatar_id: null, avatar_source: null })
    expect(await listStoredWalletAvatars(context)).toEqual([])
  })

  test('S9: keeps names while the chain is unavailable, and refreshes them when it recovers', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const [first, second] = [await insertTestPersonWithWallet(context), await insertTestPersonWithWallet(context)]
    assignEnsName(context, first.address, 'first.eth')
    await refreshEnsNames(context)
    context.chain.down = true
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(0)
    expect(await readStoredEnsName(context, first.id)).toMatchObject({
      name: 'first.eth',
      resolved_at: start,
      refresh_at: start + day + 5 * 60_000,
    })
    expect(context.logged).toEqual([
      'wallet name lookup failed; keeping the stored names and retrying in a few minutes {"wallets":2,"reason":"down for the test"}',
    ])
    // The log must not contain names or addresses.
    expect(context.logged.join()).not.toMatch(/first|0x|wallet-/)
    const { reads } = context.chain
    expect(await refreshEnsNames(context)).toBe(0)
    expect(context.chain.reads).toBe(reads)

    context.chain.down = false
    assignEnsName(context, second.address, 'second.eth')
    context.time.now += 5 * 60_000
    expect(await refreshEnsNames(context)).toBe(2)
    expect([
      (await readStoredEnsName(context, first.id))?.name,
      (await readStoredEnsName(context, second.id))?.name,
    ]).toEqual(['first.eth', 'second.eth'])
  })

  test('gives up a round after repeated failures of an unavailable chain', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    for (let index = 0; index < 60; index += 1) await insertTestPersonWithWallet(context)
    context.chain.down = true
    expect(await refreshEnsNames(context)).toBe(0)
    // Reads that are running when the failure limit is reached are completed.
    expect(context.chain.reads).toBeGreaterThanOrEqual(20)
    expect(context.chain.reads).toBeLessThan(28)
  })

  test('reads each wallet once across several instances', async () => {
    const address = await createTestDatabase(kind)
    const database = openDatabaseUntilTestEnds(address)
    // With SQLite, there is one process with one connection.
    const openAnother = (): Database => (kind === 'sqlite' ? database : openDatabaseUntilTestEnds(address))
    const one = createEnsNamesTestContext(database)
    const wallets = []
    for (let index = 0; index < 30; index += 1) wallets.push(await insertTestPersonWithWallet(one))
    for (const [index, wallet] of wallets.entries()) assignEnsName(one, wallet.address, `name-${index}.eth`)
    const others = [1, 2].map(() => createEnsNamesTestContext(openAnother(), one))
    const read = await Promise.all([one, ...others].map(refreshEnsNames))
    expect(read.reduce((sum, each) => sum + each, 0)).toBe(30)
    expect(one.chain.reads).toBe(30 * 4)
    for (const [index, { id }] of wallets.entries())
      expect((await readStoredEnsName(one, id))?.name).toBe(`name-${index}.eth`)
  })

  test('refreshes the most recently linked wallet first despite a backlog', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    for (let index = 0; index < 65; index += 1) await insertTestPersonWithWallet(context)
    context.time.now += 1000
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'latest.eth')
    expect(await refreshEnsNames(context)).toBe(60)
    expect((await readStoredEnsName(context, id))?.name).toBe('latest.eth')
    expect([await refreshEnsNames(context), await refreshEnsNames(context)]).toEqual([6, 0])
  })

  test('S4: names only the contract wallet on chain 1, not the same address on another chain', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const shared = `0x${'c'.repeat(40)}`
    const elsewhere = await insertTestPersonWithWallet(context, {
      kind: 'contract',
      chainReference: '8453',
      address: shared,
    })
    const unread = await insertTestPersonWithWallet(context, {
      kind: 'contract',
      chainReference: '10',
      address: shared,
    })
    const here = await insertTestPersonWithWallet(context, { kind: 'contract', chainReference: '1', address: shared })
    assignEnsName(context, shared, 'safe.eth')
    expect(await refreshEnsNames(context)).toBe(3)
    const names = await Promise.all(
      [elsewhere, unread, here].map(async ({ id }) => (await readStoredEnsName(context, id))?.name),
    )
    expect(names).toEqual([null, null, 'safe.eth'])
    expect(new Set(context.chain.asked)).toEqual(new Set(['1']))
  })

  test('reads neither chains nor the database if no chain has an ENS registry', async () => {
    const database = await openTestDatabase(kind)
    const context = createEnsNamesTestContext(database)
    await insertTestPersonWithWallet(context)
    const queries = {
      ...database.queries,
      selectFrom: () => {
        throw new Error('asked')
      },
    } as unknown as EnsNamesTestContext['queries']
    const chains: ConfiguredChains = new Map([...context.chains].filter(([id]) => id !== '1'))
    expect(await refreshEnsNames({ ...context, queries, chains })).toBe(0)
    expect(context.chain.reads).toBe(0)
  })

  test('stores nothing for a wallet that is removed during the read', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'gone.eth', 'https://pictures.example/a.png')
    const outbound: EnsNamesTestContext['outbound'] = {
      fetch: async () => {
        await context.queries.transaction().execute((transaction) => deleteWalletEnsNames(transaction, [id]))
        return { status: 200, headers: {}, body: redPng }
      },
    }
    await refreshEnsNames({ ...context, outbound })
    expect([await readStoredEnsName(context, id), await listStoredWalletAvatars(context)]).toEqual([undefined, []])
  })

  test('leaves no avatar if the wallet is erased while the avatar is being stored', async () => {
    const database = await openTestDatabase(kind)
    const context = createEnsNamesTestContext(database)
    const { id } = await insertTestPersonWithWallet(context)
    const [due] = await listWalletEnsNamesDueForRefresh(context.queries, start, 1)
    if (due === undefined) throw new Error('not due')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const keeping = context.queries.transaction().execute(async (transaction) => {
      await storeWalletEnsName(transaction, systemRandomBytes, due, {
        name: 'alice.eth',
        picture: redPng,
        pictureSource: 'https://pictures.example/a.png',
        now: start,
        dueAt: start + day,
      })
      resolve(undefined)
      await sql`select 1`.execute(transaction)
    })
    await promise
    await Promise.all([
      keeping,
      context.queries.transaction().execute((transaction) => deleteWalletEnsNames(transaction, [id])),
    ])
    expect([await readStoredEnsName(context, id), await listStoredWalletAvatars(context)]).toEqual([undefined, []])
  })

  test('keeps the later result if a slow read outlives its lease', async () => {
    const context = createEnsNamesTestContext(await openTestDatabase(kind))
    const { id, address } = await insertTestPersonWithWallet(context)
    assignEnsName(context, address, 'slow.eth', 'https://pictures.example/a.png')
    const outbound: EnsNamesTestContext['outbound'] = {
      fetch: async () => {
        context.time.now += 5 * 60_000
        assignEnsName(context, address, 'fast.eth')
        await refreshEnsNames(context)
        return { status: 200, headers: {}, body: redPng }
      },
    }
    await refreshEnsNames({ ...context, outbound })
    expect(await readStoredEnsName(context, id)).toMatchObject({ name: 'fast.eth', avatar_id: null })
  })
})
