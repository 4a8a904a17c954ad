// Tests of people search, filters and pages.
import { toChecksumAddress } from '@countersign/message'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { foldCase } from '../../platform/fold-text-case.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { findPeopleListPage } from './find-people-list-page.ts'
import { readPeopleListEntries } from './read-people-list-entries.ts'
import type { PeopleListQuery } from './find-people-list-page.ts'
import { encodeListCursor } from './admin-list-pagination.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { bob } = ethereumTestKeys

const idOf = (number: number): string => String(number).padStart(26, '0')

const moment = { now: 1000, groupCheckedSince: 0 }

interface Invented {
  name?: string
  status?: 'active' | 'suspended' | 'merged' | 'erased'
  seen?: number
  address?: string
  kind?: 'key' | 'contract'
  chain?: string
  ens?: string
}

async function invent({ queries }: Database, people: readonly Invented[]): Promise<void> {
  for (const [
    index,
    { name = null, status = 'active', seen = index, address, kind = 'key', chain = null, ens },
  ] of people.entries()) {
    const id = idOf(index + 1)
    await queries
      .insertInto('people')
      .values({
        id,
        display_name: name,
        display_name_folded: name === null ? null : foldCase(name),
        picture_url: null,
        locale: null,
        status,
        created_at: index,
        last_seen_at: seen,
      })
      .execute()
    if (address === undefined) continue
    await queries
      .insertInto('wallets')
      .values({
        id: `w${id}`,
        person_id: id,
        namespace: 'eip155',
        kind,
        chain_reference: chain,
        address,
        label: null,
        is_primary: 1,
        linked_at: 1,
        last_used_at: 1,
        unlinked_at: null,
      })
      .execute()
    if (ens !== undefined)
      await queries
        .insertInto('wallet_names')
        .values({ wallet_id: `w${id}`, name: ens, avatar_id: null, avatar_source: null, resolved_at: 1, refresh_at: 1 })
        .execute()
  }
}

async function find(database: Database, query: PeopleListQuery): Promise<number[]> {
  const found: number[] = []
  for (let cursor: string | undefined; ;) {
    const { ids, nextCursor } = await findPeopleListPage(
      database,
      { ...query, ...(cursor !== undefined && { cursor }) },
      moment,
    )
    found.push(...ids.map(Number))
    if (nextCursor === null) return found
    cursor = nextCursor
  }
}

const address = `0x${'abcdef0123'.repeat(4)}`

describe.each(databaseKinds)('people search on %s', (kind) => {
  test('finds people by part of a name, in any case and script', async () => {
    const database = await openTestDatabase(kind)
    await invent(database, [
      { name: 'Ada Lovelace' },
      { name: 'ÄRGER Øst' },
      { name: 'Straße 100%' },
      { name: 'a_b' },
      { name: 'ΟΔΟΣ' },
      {},
    ])
    const search = (text: string) => find(database, { search: text, order: 'asc' })
    expect(await search('LOVE')).toEqual([1])
    expect(await search('ärger øST')).toEqual([2])
    expect(await search('%')).toEqual([3])
    expect(await search('_')).toEqual([4])
    expect(await search('strasse')).toEqual([3])
    for (const spelled of ['οδος', 'οδοσ', 'Οδος']) expect(await search(spelled)).toEqual([5])
    expect(await search('0')).toEqual([3])
    expect(await search("' or 1=1 --")).toEqual([])
  })

  test('finds people by address in any spelling, or by its prefix', async () => {
    const database = await openTestDatabase(kind)
    await invent(database, [
      { address },
      { address, kind: 'contract', chain: '10' },
      { address: `0xabcdef${'0'.repeat(34)}`, kind: 'contract', chain: '1' },
      { name: 'abcdef' },
    ])
    const search = (text: string) => find(database, { search: text, order: 'asc' })
    for (const spelled of [
      address,
      address.toUpperCase(),
      toChecksumAddress(address),
      address.slice(2),
      ` ${address} `,
    ])
      expect(await search(spelled)).toEqual([1, 2])
    expect(await search(`eip155:10:${address}`)).toEqual([1, 2])
    expect(await search(`eip155:1:${toChecksumAddress(address)}`)).toEqual([1])
    expect(await search('0xAbCdEf')).toEqual([1, 2, 3])
    expect(await search('0xabcdef0')).toEqual([1, 2, 3])
    expect(await search('0xabcdef01')).toEqual([1, 2])
    expect(await search('0xabcde')).toEqual([])
    expect(await search('abcdef')).toEqual([4])
    await database.queries.updateTable('wallets').set({ unlinked_at: 5 }).where('person_id', '=', idOf(1)).execute()
    expect(await search(address)).toEqual([2])
  })

  test('finds people by wallet name or ID, merged people only by ID, and erased people never', async () => {
    const database = await openTestDatabase(kind)
    await invent(database, [
      { address, ens: 'ada.example.eth' },
      { name: 'Gone', status: 'merged' },
      { name: 'Gone', status: 'erased' },
      { name: 'Gone', status: 'suspended' },
    ])
    expect(await find(database, { search: 'A.EXAMPLE' })).toEqual([1])
    expect(await find(database, { search: 'gone' })).toEqual([4])
    expect(await find(database, { search: 'gone', status: 'merged' })).toEqual([2])
    expect(await find(database, { search: idOf(2) })).toEqual([2])
    expect(await find(database, { search: idOf(3) })).toEqual([])
    expect(await find(database, { search: idOf(1) })).toEqual([1])
    expect(await find(database, {})).toEqual([4, 1])
  })

  test('finds people by part of the current label of a wallet', async () => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app, bob)
    const personId = await requireBrowserPersonId(browser)
    const [wallet] = (await browser.send('GET', '/api/wallets')).json<{ items: { id: string }[] }>().items
    const call = async (label: string | null) =>
      expect(readApiErrorCodeOrDone(await browser.send('PATCH', `/api/wallets/${wallet?.id}`, { label }))).toBe('done')
    const search = async (text: string) => (await findPeopleListPage(app.database, { search: text }, moment)).ids
    await call('Große Reise')
    expect(await search('GROSSE')).toEqual([personId])
    expect(await search('reise 2')).toEqual([])
    await call('Savings')
    expect([await search('reise'), await search('saving')]).toEqual([[], [personId]])
    await call(null)
    expect(await search('saving')).toEqual([])
  })

  test('combines filters by status, role, group, application and sign-in method', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    await invent(database, [{ address }, { address, kind: 'contract', chain: '1', status: 'suspended' }, {}, {}])
    for (const [number, role] of [
      [1, 'owner'],
      [2, 'auditor'],
      [3, 'auditor'],
    ] as const)
      await queries
        .insertInto('role_assignments')
        .values({ person_id: idOf(number), role, granted_by: null, granted_at: 1 })
        .execute()
    await queries
      .insertInto('groups')
      .values({ id: 'team', name: 'Team', description: null, rule: '{}', created_at: 1, changed_at: 1 })
      .execute()
    for (const [number, is_member, checked_at] of [
      [1, 1, 0],
      [2, 1, 10],
      [3, 1, 10],
      [4, 0, 10],
    ] as const)
      await queries
        .insertInto('group_members')
        .values({
          group_id: 'team',
          person_id: idOf(number),
          is_member,
          checked_at,
          unreachable_since: null,
          recheck_at: 1,
        })
        .execute()
    expect(await find(database, { role: 'auditor', order: 'asc' })).toEqual([2, 3])
    expect(await find(database, { group: 'team', order: 'asc' })).toEqual([2, 3])
    expect(await find(database, { group: 'nothing' })).toEqual([])
    const [one, two] = await readPeopleListEntries(queries, [idOf(1), idOf(2)], { now: 20, groupCheckedSince: 5 })
    expect([one?.groups, one?.groupCount]).toEqual([[], 0])
    expect([two?.groups, two?.groupCount, two?.username]).toEqual([[{ id: 'team', name: 'Team' }], 1, null])
    expect(await find(database, { signInMethod: 'key' })).toEqual([1])
    expect(await find(database, { signInMethod: 'contract' })).toEqual([2])
    expect(await find(database, { signInMethod: 'passkey' })).toEqual([])
    expect(await find(database, { status: 'suspended' })).toEqual([2])
    expect(await find(database, { group: 'team', role: 'auditor', status: 'active' })).toEqual([3])
    expect(await find(database, { application: 'nothing', role: 'auditor' })).toEqual([])
  })
})

describe.each(databaseKinds)('people list pages on %s', (kind) => {
  const orders = ['asc', 'desc'] as const
  test.each(['seen', 'created', 'name'] as const)(
    'sorted by %s, contain each person once, including ties',
    async (sort) => {
      const database = await openTestDatabase(kind)
      await invent(
        database,
        Array.from({ length: 130 }, (_, index) => ({
          seen: Math.floor(index / 60),
          ...(index % 2 === 0 && { name: `Name ${index % 6}` }),
        })),
      )
      const pages = await Promise.all(orders.map((order) => find(database, { sort, order })))
      for (const numbers of pages) {
        expect(numbers).toHaveLength(130)
        expect(new Set(numbers).size).toBe(130)
      }
      const [up = [], down = []] = pages
      if (sort === 'name') {
        for (const numbers of pages) expect(numbers.slice(65).every((number) => number % 2 === 0)).toBe(true)
        expect([up[0], down[0]].map((number) => ((number ?? 0) - 1) % 6)).toEqual([0, 4])
      } else expect(up).toEqual(down.toReversed())
    },
  )

  test('continue at the same position after people are removed', async () => {
    const database = await openTestDatabase(kind)
    await invent(
      database,
      Array.from({ length: 60 }, () => ({})),
    )
    const first = await findPeopleListPage(database, { sort: 'created', order: 'desc' }, moment)
    expect(first).toMatchObject({ total: 60 })
    await database.queries
      .deleteFrom('people')
      .where('id', '=', first.ids.at(-1) ?? '')
      .execute()
    const { ids } = await findPeopleListPage(
      database,
      { sort: 'created', order: 'desc', cursor: first.nextCursor ?? '' },
      moment,
    )
    expect(ids.map(Number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('N8: reject a cursor of another list', async () => {
    const database = await openTestDatabase(kind)
    const cursors = [
      'AAAA',
      encodeListCursor(['text', 'x']),
      encodeListCursor([1.5, 'x']),
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('[1,"x",2]').toString('base64url'),
      Buffer.from('{"0":1,"1":"x"}').toString('base64url'),
      encodeListCursor([1, 'a\0b']),
    ]
    for (const cursor of cursors)
      await expect(findPeopleListPage(database, { cursor }, moment), cursor).rejects.toMatchObject({
        code: 'request.invalid',
      })
    await expect(
      findPeopleListPage(database, { sort: 'name', cursor: encodeListCursor([1, 'x']), search: 'nobody' }, moment),
    ).rejects.toMatchObject({ code: 'request.invalid' })
  })
})
