// When names are read, by which instance, and what is kept of them; on a chain that says what a test likes.
import { noWorkLeases } from '../../platform/cluster/work-leases.ts'
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, ContractCall } from '@countersign/proof/chain-reader'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeErrorResult, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { createPictureProcessor } from '../../store/pictures/picture-processor.ts'
import type { ConfiguredChains, ConfiguredChain } from '../../platform/chain-settings.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database, DatabaseKind } from '../../platform/database/open-database.ts'
import type { Logger } from '../../platform/logger.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openUntilTestEnds,
  testOnBothDatabases,
} from '../../testing/test-databases.ts'
import { createTestChainSettings } from '../../testing/test-chains.ts'
import { insertWallet } from '../../store/wallets/wallet-store.ts'
import type { WalletIdentity } from '../../store/wallets/wallet-store.ts'
import { GatewayUnavailableError } from './ccip-gateways.ts'
import { refreshEnsNames } from './refresh-ens-names.ts'
import { storeWalletName, listDueWalletNames, deleteWalletNames } from '../../store/wallets/wallet-name-store.ts'
import type { EnsNamesContext } from './refresh-ens-names.ts'

const start = Date.parse('2026-01-15T12:00:00.000Z')
const registry = `0x${'e5'.repeat(20)}`
const resolver = `0x${'d5'.repeat(20)}`
const day = 86_400_000
const text = (value: string): string => {
  const hex = Buffer.from(value).toString('hex')
  return `0x${'20'.padStart(64, '0')}${(hex.length / 2).toString(16).padStart(64, '0')}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

interface Records {
  /** By address: the name that it says it has. */
  claimed: Record<string, string>
  /** By name: whose it is. */
  owners: Record<string, string>
  avatars: Record<string, string>
  /** Names whose owner the gateway alone knows. */
  elsewhere: Set<string>
}

interface World extends EnsNamesContext {
  time: { now: number }
  records: Records
  chain: { down: boolean; reads: number; asked: string[] }
  gateway: { hosts: string[]; down: boolean; asked: (readonly string[])[] }
  /** What the server of pictures answers. */
  pictures: { status: number; body: Buffer; asked: string[] }
  logged: string[]
}

let red: Buffer
let blue: Buffer
beforeAll(async () => {
  const fill = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  ;[red, blue] = [await fill('#f00'), await fill('#00f')]
})

/** A world with one chain of names, and one without. */
function createWorld(
  { queries }: Pick<Database, 'queries'>,
  shared: Partial<Pick<World, 'records' | 'chain' | 'gateway' | 'time' | 'pictures'>> = {},
): World {
  const {
    time = { now: start },
    records = { claimed: {}, owners: {}, avatars: {}, elsewhere: new Set() },
    chain = { down: false, reads: 0, asked: [] },
    gateway = { hosts: [], down: false, asked: [] },
    pictures = { status: 200, body: red, asked: [] },
  } = shared
  const answerTo = ({ to, data }: ContractCall): ContractCallResult => {
    const [selector, node] = [data.slice(0, 10), `0x${data.slice(10, 74)}`]
    // What the gateway said, brought back.
    if (selector === '0x12345678')
      return { outcome: 'answered', code: { hash: '0x', delegate: null }, data: `0x${data.slice(202, 266)}` }
    if (selector === '0x3b3b57de' && [...records.elsewhere].some((one) => namehash(one) === node))
      return { outcome: 'failed', code: { hash: '0x', delegate: null }, lookup: lookupOf(data) }
    const address = Object.keys(records.claimed).find((one) => namehash(`${one.slice(2)}.addr.reverse`) === node)
    const name = Object.keys(records.owners).find((one) => namehash(one) === node)
    const said =
      to === registry
        ? address === undefined && name === undefined
          ? undefined
          : `0x${resolver.slice(2).padStart(64, '0')}`
        : selector === '0x691f3431'
          ? text(records.claimed[address ?? ''] ?? '')
          : selector === '0x3b3b57de'
            ? `0x${(records.owners[name ?? ''] ?? '0x').slice(2).padStart(64, '0')}`
            : text(records.avatars[name ?? ''] ?? '')
    return said === undefined
      ? { outcome: 'failed', code: { hash: '0x', delegate: null } }
      : { outcome: 'answered', code: { hash: '0x', delegate: null }, data: said as `0x${string}` }
  }
  const readable = (id: string, ensRegistry: string | null): ConfiguredChain => ({
    settings: createTestChainSettings({ id, rpc: [], ensRegistry, nameGateways: gateway.hosts }),
    read: async (questions) => {
      chain.reads += 1
      chain.asked.push(id)
      if (chain.down) throw new ChainUnavailableError('down for the test')
      return { block: { number: '1', hash: '0x', at: start }, results: questions.map(answerTo) }
    },
  })
  const chains: ConfiguredChains = new Map(
    [readable('8453', null), readable('1', registry)].map((one) => [one.settings.id, one]),
  )
  const logged: string[] = []
  return {
    queries,
    clock: () => time.now,
    time,
    random: systemRandomBytes,
    workLeases: noWorkLeases,
    chains,
    records,
    chain,
    pictures,
    outbound: {
      fetch: async (url) => {
        pictures.asked.push(url)
        return { status: pictures.status, headers: {}, body: pictures.body }
      },
    },
    gateway,
    gateways: {
      fetchData: async ({ callData }, hosts) => {
        gateway.asked.push(hosts)
        if (gateway.down) throw new GatewayUnavailableError('down for the test')
        const [, owner = ''] =
          Object.entries(records.owners).find(([name]) => namehash(name) === `0x${callData.slice(10, 74)}`) ?? []
        return `0x${owner.slice(2).padStart(64, '0')}`
      },
    },
    writePicture: createPictureProcessor(),
    limits: { walletNameSeconds: 86_400 },
    log: {
      info: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`),
    } as unknown as Logger,
    logged,
  }
}

/** Sends the reader on with its question. */
const lookupOf = (data: `0x${string}`): `0x${string}` =>
  encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
    errorName: 'OffchainLookup',
    args: [resolver as `0x${string}`, ['https://gateway.example/{data}'], data, '0x12345678', '0x'],
  })

let made = 0

/** A wallet that somebody has just signed in with. */
async function addWallet(
  { queries, time }: World,
  changes: Partial<WalletIdentity> = {},
): Promise<{ id: string; address: string }> {
  const number = String((made += 1)).padStart(4, '0')
  const person = {
    id: `person-${number}`,
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: start,
    last_seen_at: start,
  }
  await queries.insertInto('people').values(person).execute()
  const identity: WalletIdentity = {
    namespace: 'eip155',
    kind: 'key',
    chainReference: null,
    address: `0x${number.padStart(40, 'a')}`,
    ...changes,
  }
  await queries.transaction().execute((transaction) =>
    insertWallet(transaction, identity, {
      id: `wallet-${number}`,
      personId: person.id,
      primary: true,
      now: time.now,
    }),
  )
  return { id: `wallet-${number}`, address: identity.address }
}

/** Lets the chain say both: that the address is called so, and that the name is theirs. */
function give({ records }: World, address: string, name: string, avatar?: string): void {
  records.claimed[address] = name
  records.owners[name] = address
  if (avatar !== undefined) records.avatars[name] = avatar
}

const rowOf = ({ queries }: World, id: string) =>
  queries.selectFrom('wallet_names').selectAll().where('wallet_id', '=', id).executeTakeFirst()
const picturesOf = ({ queries }: World) => queries.selectFrom('wallet_pictures').selectAll().execute()

describe.each(databaseKinds)('names on %s', (kind) => {
  test('are read once a wallet was linked, and again when they are due', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const { id, address } = await addWallet(context)
    give(context, address, 'alice.eth')
    expect(await rowOf(context, id)).toMatchObject({ name: null, read_at: null, due_at: start })
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await rowOf(context, id)).toEqual({
      wallet_id: id,
      name: 'alice.eth',
      picture_id: null,
      picture_source: null,
      read_at: start,
      due_at: start + day,
    })
    expect(await refreshEnsNames(context)).toBe(0)
    context.time.now += day - 1
    expect(await refreshEnsNames(context)).toBe(0)
    expect(context.chain.reads).toBe(4)

    context.time.now += 1
    give(context, address, 'alice-of-today.eth')
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await rowOf(context, id)).toMatchObject({
      name: 'alice-of-today.eth',
      read_at: start + day,
      due_at: start + 2 * day,
    })
  })

  test('P7 that lead back no longer go at the next reading, with their picture', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const { id, address } = await addWallet(context)
    give(context, address, 'sold.eth', 'https://pictures.example/a.png')
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({ name: 'sold.eth', picture_id: expect.any(String) as string })
    context.records.owners['sold.eth'] = `0x${'b'.repeat(40)}`
    context.time.now += day
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({ name: null, picture_id: null, picture_source: null })
    expect(await picturesOf(context)).toEqual([])
  })

  test('S9 stay as they were while the chain is down, and come back by themselves', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const [first, second] = [await addWallet(context), await addWallet(context)]
    give(context, first.address, 'first.eth')
    await refreshEnsNames(context)
    context.chain.down = true
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(0)
    expect(await rowOf(context, first.id)).toMatchObject({
      name: 'first.eth',
      read_at: start,
      due_at: start + day + 5 * 60_000,
    })
    expect(context.logged).toEqual([
      'names of wallets cannot be read; they stay as they were and are read again in some minutes {"wallets":2,"reason":"down for the test"}',
    ])
    // No name, no address: the log is not where people are found.
    expect(context.logged.join()).not.toMatch(/first|0x|wallet-/)
    const { reads } = context.chain
    expect(await refreshEnsNames(context)).toBe(0)
    expect(context.chain.reads).toBe(reads)

    context.chain.down = false
    give(context, second.address, 'second.eth')
    context.time.now += 5 * 60_000
    expect(await refreshEnsNames(context)).toBe(2)
    expect([(await rowOf(context, first.id))?.name, (await rowOf(context, second.id))?.name]).toEqual([
      'first.eth',
      'second.eth',
    ])
  })

  test('a chain that is down is not tried for every wallet', async () => {
    const context = createWorld(await openTestDatabase(kind))
    for (let index = 0; index < 60; index += 1) await addWallet(context)
    context.chain.down = true
    expect(await refreshEnsNames(context)).toBe(0)
    // Those that were at work when it was enough are brought to their end.
    expect(context.chain.reads).toBeGreaterThanOrEqual(20)
    expect(context.chain.reads).toBeLessThan(28)
  })

  test('each is read by one of several instances', async () => {
    const address = await createTestDatabase(kind)
    const database = openUntilTestEnds(address)
    // SQLite has one process, and that one connection.
    const openAnother = (): Database => (kind === 'sqlite' ? database : openUntilTestEnds(address))
    const one = createWorld(database)
    const wallets = []
    for (let index = 0; index < 30; index += 1) wallets.push(await addWallet(one))
    for (const [index, wallet] of wallets.entries()) give(one, wallet.address, `name-${index}.eth`)
    const others = [1, 2].map(() => createWorld(openAnother(), one))
    const read = await Promise.all([one, ...others].map(refreshEnsNames))
    expect(read.reduce((sum, each) => sum + each, 0)).toBe(30)
    expect(one.chain.reads).toBe(30 * 4)
    for (const [index, { id }] of wallets.entries()) expect((await rowOf(one, id))?.name).toBe(`name-${index}.eth`)
  })

  test('who came last does not wait for who is read again', async () => {
    const context = createWorld(await openTestDatabase(kind))
    for (let index = 0; index < 65; index += 1) await addWallet(context)
    context.time.now += 1000
    const { id, address } = await addWallet(context)
    give(context, address, 'latest.eth')
    expect(await refreshEnsNames(context)).toBe(60)
    expect((await rowOf(context, id))?.name).toBe('latest.eth')
    expect([await refreshEnsNames(context), await refreshEnsNames(context)]).toEqual([6, 0])
  })

  test('S4 of a contract are read on its own chain alone: at its address elsewhere can be somebody else', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const shared = `0x${'c'.repeat(40)}`
    const elsewhere = await addWallet(context, { kind: 'contract', chainReference: '8453', address: shared })
    const unread = await addWallet(context, { kind: 'contract', chainReference: '10', address: shared })
    const here = await addWallet(context, { kind: 'contract', chainReference: '1', address: shared })
    give(context, shared, 'safe.eth')
    expect(await refreshEnsNames(context)).toBe(3)
    const names = await Promise.all([elsewhere, unread, here].map(async ({ id }) => (await rowOf(context, id))?.name))
    expect(names).toEqual([null, null, 'safe.eth'])
    expect(new Set(context.chain.asked)).toEqual(new Set(['1']))
  })

  test('nothing is read, and nothing asked of the database, without a chain that has a registry', async () => {
    const database = await openTestDatabase(kind)
    const context = createWorld(database)
    await addWallet(context)
    const queries = {
      ...database.queries,
      selectFrom: () => {
        throw new Error('asked')
      },
    } as unknown as World['queries']
    const chains: ConfiguredChains = new Map([...context.chains].filter(([id]) => id !== '1'))
    expect(await refreshEnsNames({ ...context, queries, chains })).toBe(0)
    expect(context.chain.reads).toBe(0)
  })

  test('of a wallet that left while it was read nothing is kept', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const { id, address } = await addWallet(context)
    give(context, address, 'gone.eth', 'https://pictures.example/a.png')
    const outbound: World['outbound'] = {
      fetch: async () => {
        await context.queries.transaction().execute((transaction) => deleteWalletNames(transaction, [id]))
        return { status: 200, headers: {}, body: red }
      },
    }
    await refreshEnsNames({ ...context, outbound })
    expect([await rowOf(context, id), await picturesOf(context)]).toEqual([undefined, []])
  })

  test('a wallet that is erased at the very moment when its picture is kept leaves none behind', async () => {
    const database = await openTestDatabase(kind)
    const context = createWorld(database)
    const { id } = await addWallet(context)
    const [due] = await listDueWalletNames(context.queries, start, 1)
    if (due === undefined) throw new Error('not due')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const keeping = context.queries.transaction().execute(async (transaction) => {
      await storeWalletName(transaction, systemRandomBytes, due, {
        name: 'alice.eth',
        picture: red,
        pictureSource: 'https://pictures.example/a.png',
        now: start,
        dueAt: start + day,
      })
      // The erasure has begun, and waits.
      resolve(undefined)
      await sql`select 1`.execute(transaction)
    })
    await promise
    await Promise.all([
      keeping,
      context.queries.transaction().execute((transaction) => deleteWalletNames(transaction, [id])),
    ])
    expect([await rowOf(context, id), await picturesOf(context)]).toEqual([undefined, []])
  })

  test('of two that read one wallet, because the first was slower than its lease, the later one counts', async () => {
    const context = createWorld(await openTestDatabase(kind))
    const { id, address } = await addWallet(context)
    give(context, address, 'slow.eth', 'https://pictures.example/a.png')
    const outbound: World['outbound'] = {
      fetch: async () => {
        context.time.now += 5 * 60_000
        give(context, address, 'fast.eth')
        await refreshEnsNames(context)
        return { status: 200, headers: {}, body: red }
      },
    }
    await refreshEnsNames({ ...context, outbound })
    expect(await rowOf(context, id)).toMatchObject({ name: 'fast.eth', picture_id: null })
  })
})

describe('names at gateways', () => {
  /** A wallet whose name the gateway alone knows. */
  async function createElsewhere(
    hosts: string[],
    kind: DatabaseKind = 'sqlite',
  ): Promise<{ world: World; id: string; address: string }> {
    const gateway = { hosts, down: false, asked: [] }
    const context = createWorld(await openTestDatabase(kind), { gateway })
    const { id, address } = await addWallet(context)
    give(context, address, 'ada.wild.eth')
    context.records.elsewhere.add('ada.wild.eth')
    return { world: context, id, address }
  }

  test('S10 are none, and no gateway is asked, unless one is allowed', async () => {
    const { world: context, id } = await createElsewhere([])
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await rowOf(context, id)).toMatchObject({ name: null, read_at: start, due_at: start + day })
    expect(context.gateway.asked).toEqual([])
  })

  testOnBothDatabases(
    'are kept as others are, and one that is allowed no longer takes its names with it',
    async (kind) => {
      const { world: context, id } = await createElsewhere(['gateway.example'], kind)
      expect(await refreshEnsNames(context)).toBe(1)
      expect(await rowOf(context, id)).toMatchObject({ name: 'ada.wild.eth', read_at: start, due_at: start + day })
      expect(context.gateway.asked).toEqual([['gateway.example']])
      context.time.now += day
      const without = createWorld(context, { ...context, gateway: { hosts: [], down: false, asked: [] } })
      expect(await refreshEnsNames(without)).toBe(1)
      expect(await rowOf(context, id)).toMatchObject({ name: null, read_at: start + day })
    },
  )

  testOnBothDatabases(
    'S10 stay as they were while no gateway can be had, read no later than that, and are tried again after an hour',
    async (kind) => {
      const { world: context, id } = await createElsewhere(['gateway.example'], kind)
      await refreshEnsNames(context)
      context.gateway.down = true
      context.time.now += day
      expect(await refreshEnsNames(context)).toBe(1)
      const again = start + day + 3_600_000
      expect(await rowOf(context, id)).toMatchObject({ name: 'ada.wild.eth', read_at: start, due_at: again })
      expect(await refreshEnsNames(context)).toBe(0)
      context.gateway.down = false
      context.time.now = again
      expect(await refreshEnsNames(context)).toBe(1)
      expect(await rowOf(context, id)).toMatchObject({ name: 'ada.wild.eth', read_at: again, due_at: again + day })
    },
  )

  test('P7 that the wallet no longer says of itself go, though the gateway of its next one fails', async () => {
    const { world: context, id, address } = await createElsewhere(['gateway.example'])
    await refreshEnsNames(context)
    context.gateway.down = true
    give(context, address, 'next.wild.eth')
    context.records.elsewhere.add('next.wild.eth')
    context.time.now += day
    expect(await refreshEnsNames(context)).toBe(1)
    expect(await rowOf(context, id)).toMatchObject({ name: null, due_at: start + day + 3_600_000 })
  })

  test('S10 that fail keep no other name from being read in the same round', async () => {
    const { world: context } = await createElsewhere(['gateway.example'])
    context.gateway.down = true
    const others = []
    for (let index = 0; index < 30; index += 1) {
      const wallet = await addWallet(context)
      give(context, wallet.address, `far-${index}.wild.eth`)
      context.records.elsewhere.add(`far-${index}.wild.eth`)
    }
    for (let index = 0; index < 5; index += 1) others.push(await addWallet(context))
    for (const [index, { address }] of others.entries()) give(context, address, `near-${index}.eth`)
    expect(await refreshEnsNames(context)).toBe(36)
    for (const [index, { id }] of others.entries()) expect((await rowOf(context, id))?.name).toBe(`near-${index}.eth`)
  })
})

describe('pictures', () => {
  const source = 'https://pictures.example/a.png'

  async function createPictured(
    kind: DatabaseKind = 'sqlite',
  ): Promise<{ world: World; id: string; address: string; pictureId: string | null }> {
    const context = createWorld(await openTestDatabase(kind))
    const { id, address } = await addWallet(context)
    give(context, address, 'alice.eth', source)
    await refreshEnsNames(context)
    return { world: context, id, address, pictureId: (await rowOf(context, id))?.picture_id ?? null }
  }

  test('P7 are kept as they were written anew', async () => {
    const { world: context, id, pictureId } = await createPictured()
    const [picture, ...more] = await picturesOf(context)
    expect(more).toEqual([])
    expect(picture).toMatchObject({ id: pictureId, wallet_id: id, media_type: 'image/webp' })
    expect(await sharp(Buffer.from(picture?.content ?? '', 'base64')).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
    expect(await rowOf(context, id)).toMatchObject({ picture_source: source })
  })

  testOnBothDatabases('that are the same stay under their address; others come under another', async (kind) => {
    const { world: context, id, pictureId } = await createPictured(kind)
    context.time.now += day
    await refreshEnsNames(context)
    expect((await rowOf(context, id))?.picture_id).toBe(pictureId)
    context.pictures.body = blue
    context.time.now += day
    await refreshEnsNames(context)
    const row = await rowOf(context, id)
    expect(row?.picture_id).not.toBe(pictureId)
    expect((await picturesOf(context)).map((picture) => picture.id)).toEqual([row?.picture_id])
    expect(context.pictures.asked).toEqual([source, source, source])
  })

  test('stay while their server is out of reach, and are tried again within the hour', async () => {
    const { world: context, id, pictureId } = await createPictured()
    context.pictures.status = 503
    context.time.now += day
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({
      name: 'alice.eth',
      picture_id: pictureId,
      due_at: start + day + 3_600_000,
    })
    context.pictures.status = 404
    context.time.now += 3_600_000
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({ name: 'alice.eth', picture_id: null })
    expect(await picturesOf(context)).toEqual([])
  })

  test('go where the name says another that is out of reach', async () => {
    const { world: context, id } = await createPictured()
    context.records.avatars['alice.eth'] = 'https://elsewhere.example/a.png'
    context.pictures.status = 503
    context.time.now += day
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({
      name: 'alice.eth',
      picture_id: null,
      picture_source: 'https://elsewhere.example/a.png',
    })
  })

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,iVBORw0KGgo=',
    'ipfs://bafy',
    'eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430',
    'http://pictures.example/a.png',
  ])('P7 at %s are none, and what was written there is not kept', async (avatar) => {
    const { world: context, id, address } = await createPictured()
    give(context, address, 'alice.eth', avatar)
    context.time.now += day
    await refreshEnsNames(context)
    expect(await rowOf(context, id)).toMatchObject({ name: 'alice.eth', picture_id: null, picture_source: null })
    expect(context.pictures.asked).toEqual([source])
  })
})
