// Groups in the administration: made and changed by several at once, tried on people before they are saved, and explained.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { getMemberCutoff } from '../../groups/membership/membership-freshness.ts'
import { addGroup } from '../../groups/membership/manage-groups.ts'
import { countGroupMembers } from '../../groups/membership/member-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { createTestApp, openSteppedUpBrowser } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { deployTestToken, testTokenAddress } from '../../testing/test-groups.ts'
import { openBrowserWithRole, readPersonId } from '../../testing/test-roles.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const { alice, bob, carol } = testKeys
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
const listing = (...wallets: string[]) => ({ type: 'wallets', wallets })
const team = { id: 'team', name: 'Team', description: null, rule: listing(bob.address) }
const readGroup = async (browser: TestBrowser, id = 'team') =>
  (await browser.send('GET', `/api/admin/groups/${id}`)).json<AdminEndpointOutput<'readGroup'>>()
const explain = async (browser: TestBrowser, person: string, id = 'team') =>
  (await browser.send('POST', `/api/admin/groups/${id}/explain`, { person })).json<
    AdminEndpointOutput<'explainMembership'>
  >()
const preview = async (browser: TestBrowser, rule: unknown, more: object = {}) =>
  (await browser.send('POST', '/api/admin/groups/preview', { rule, ...more })).json<
    AdminEndpointOutput<'previewRule'>
  >()

async function linesOf({ database }: TestApp): Promise<[string, unknown, unknown][]> {
  await sequenceAllEntries(database.queries)
  const rows = await database.queries
    .selectFrom('events')
    .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select(['type', 'details', 'content'])
    .where('type', 'like', 'group.%')
    .orderBy('events.sequence')
    .execute()
  return rows.map(({ type, details, content }) => [type, JSON.parse(details), JSON.parse(content)])
}

describe('groups', () => {
  testOnBothDatabases('are made, changed and removed, each with who did it', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    expect((await browser.send('POST', '/api/admin/groups', team)).json()).toMatchObject({
      id: 'team',
      members: 0,
      membersCheckedRecently: 0,
      readAt: null,
    })
    expect(codeOf(await browser.send('POST', '/api/admin/groups', team))).toBe('group.taken')
    const made = await readGroup(browser)
    expect(made).toMatchObject({
      name: 'Team',
      rule: { type: 'wallets', wallets: [bob.address.toLowerCase()] },
      applications: [],
    })
    const change = (given: object) =>
      browser.send('PUT', '/api/admin/groups/team', { ...team, changedAt: made.changedAt, ...given })
    expect(codeOf(await change({ id: 'other' }))).toBe('group.faulty')
    expect(codeOf(await change({ rule: { type: 'nothing' } }))).toBe('group.faulty')
    expect((await change({ rule: listing('0x1') })).json()).toMatchObject({
      code: 'group.faulty',
      field: 'rule.wallets[0]',
    })
    expect((await change({ name: 'Crew' })).json()).toMatchObject({ name: 'Crew' })
    // The clock stands still: what was changed in the same moment is told apart all the same.
    expect(codeOf(await change({ name: 'Band' }))).toBe('group.changed_meanwhile')
    expect(
      codeOf(
        await browser.send('PUT', '/api/admin/groups/nothing', { ...team, id: 'nothing', changedAt: made.changedAt }),
      ),
    ).toBe('group.not_found')
    expect(codeOf(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('done')
    expect(codeOf(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('group.not_found')
    const by = { actorId: personId }
    expect(await linesOf(app)).toEqual([
      ['group.added', { group: 'team' }, by],
      ['group.changed', { group: 'team', changes: 'name Team → Crew' }, by],
      ['group.removed', { group: 'team' }, by],
    ])
  })

  testOnBothDatabases('are changed by one of several who do so at the same time, and made once', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    const four = [1, 2, 3, 4]
    const made = await Promise.all(four.map(() => browser.send('POST', '/api/admin/groups', team)))
    expect(made.map(codeOf).sort()).toEqual(['done', 'group.taken', 'group.taken', 'group.taken'])
    for (let round = 0; round < 3; round++) {
      const { changedAt } = await readGroup(browser)
      const changed = await Promise.all(
        four.map((number) =>
          browser.send('PUT', '/api/admin/groups/team', { ...team, name: `Team ${round} ${number}`, changedAt }),
        ),
      )
      expect(changed.map(codeOf).sort()).toEqual([
        'done',
        'group.changed_meanwhile',
        'group.changed_meanwhile',
        'group.changed_meanwhile',
      ])
    }
  })

  testOnBothDatabases('that an application demands stay, and say which one does', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    await browser.send('POST', '/api/admin/groups', team)
    const made = await browser.send('POST', '/api/admin/applications', {
      definition: {
        id: 'wiki',
        name: 'Wiki',
        kind: 'single-page',
        redirectUris: ['https://wiki.example/callback'],
        allowedGroups: ['team'],
      },
    })
    expect(codeOf(made)).toBe('done')
    expect(codeOf(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('group.demanded')
    expect(await readGroup(browser)).toMatchObject({ applications: [{ id: 'wiki', name: 'Wiki' }] })
  })

  testOnBothDatabases('are listed in every order, with who counts as a member now', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { queries } = app.database
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const others = [
      await readPersonId(await openSteppedUpBrowser(app, bob)),
      await readPersonId(await openSteppedUpBrowser(app, carol)),
    ]
    const names = ['beta', 'Ähre', 'alpha']
    for (const [index, name] of names.entries())
      await addGroup(
        { queries, random: systemRandomBytes },
        { id: `g${index}`, name, description: null, rule: { type: 'wallets', wallets: [alice.address.toLowerCase()] } },
        app.clock.now + index,
      )
    const { now } = app.clock
    const longAgo = now - (app.limits.groupUnreachableSeconds + app.limits.groupRecheckSeconds) * 1000
    const members: [string, string, number, number][] = [
      ['g0', personId, 1, now],
      ['g0', others[0] as string, 1, longAgo],
      ['g0', others[1] as string, 0, now],
      ['g2', personId, 1, now],
      ['g2', others[0] as string, 1, now - 1000],
    ]
    for (const [group_id, person_id, is_member, checked_at] of members)
      await queries
        .insertInto('group_members')
        .values({ group_id, person_id, is_member, checked_at, unreachable_since: null, due_at: now * 2 })
        .execute()
    const list = async (query: string) =>
      (await browser.send('GET', `/api/admin/groups?${query}`)).json<AdminEndpointOutput<'listGroups'>>()
    const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id)
    expect(await idsOf('')).toEqual(['g2', 'g0', 'g1'])
    expect(await idsOf('order=desc')).toEqual(['g1', 'g0', 'g2'])
    expect(await idsOf('sort=created')).toEqual(['g2', 'g1', 'g0'])
    expect(await idsOf('sort=members')).toEqual(['g2', 'g0', 'g1'])
    expect(await idsOf(`search=${encodeURIComponent('äH')}`)).toEqual(['g1'])
    expect(
      (await list('')).items.map(({ members: count, membersCheckedRecently, readAt }) => [
        count,
        membersCheckedRecently,
        readAt === null,
      ]),
    ).toEqual([
      [2, 2, false],
      [2, 1, false],
      [0, 0, true],
    ])
    // The command line counts the same.
    expect([...(await countGroupMembers(queries, getMemberCutoff(app.limits, now)))].toSorted()).toEqual([
      ['g0', { members: 2, membersCheckedRecently: 1 }],
      ['g2', { members: 2, membersCheckedRecently: 2 }],
    ])
    const stale = (await browser.send('GET', '/api/admin/groups/g0/members')).json<
      AdminEndpointOutput<'listGroupMembers'>
    >()
    expect(stale.items.map(({ checkedAt }) => checkedAt).toSorted()).toEqual(
      [longAgo, now].map((time) => new Date(time).toISOString()),
    )
    const page = (await browser.send('GET', '/api/admin/groups/g2/members')).json<
      AdminEndpointOutput<'listGroupMembers'>
    >()
    expect(page.items.map(({ person }) => person.id).sort()).toEqual([personId, others[0]].sort())
    const found = (await browser.send('GET', `/api/admin/groups/g2/members?search=${bob.address}`)).json<
      AdminEndpointOutput<'listGroupMembers'>
    >()
    expect(found).toMatchObject({
      items: [
        {
          person: { id: others[0], address: toChecksumAddress(bob.address) },
          checkedAt: new Date(now - 1000).toISOString(),
          unreachableSince: null,
        },
      ],
      total: 1,
    })
    expect(codeOf(await browser.send('GET', '/api/admin/groups/nothing/members'))).toBe('group.not_found')
    expect(codeOf(await browser.send('GET', '/api/admin/groups?cursor=AAAA'))).toBe('request.invalid')
  })

  testOnBothDatabases('are tried on people before they are saved, and change nothing by it', async (kind) => {
    const chain = createFakeChain()
    const app = await createTestApp({ database: kind, chains: createFakeChains(chain) })
    const balances = deployTestToken(chain)
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const bobId = await readPersonId(await openSteppedUpBrowser(app, bob))
    await openSteppedUpBrowser(app, carol)
    balances.set(bob.address.toLowerCase(), 5n)
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    const readings = chain.readings.length
    expect(await preview(browser, token)).toEqual({
      faults: [],
      looked: 3,
      people: 3,
      more: false,
      matching: 1,
      unknown: 0,
      sample: [{ id: bobId, displayName: null, address: toChecksumAddress(bob.address), walletName: null }],
    })
    // What the token is, and all of them in one reading.
    expect(chain.readings.slice(readings)).toEqual([9, 3])
    expect(await preview(browser, { any: [token, listing(alice.address)] })).toMatchObject({ matching: 2, unknown: 0 })
    chain.readError = 'down'
    expect(await preview(browser, { any: [token, listing(alice.address)] })).toMatchObject({
      looked: 3,
      matching: 1,
      unknown: 2,
    })
    expect(
      await preview(browser, { type: 'erc20', chain: '999', contract: testTokenAddress, atLeast: '1' }),
    ).toMatchObject({ looked: 0, faults: [{ path: 'rule' }] })
    expect((await preview(browser, { all: [{ type: 'erc20' }] })).faults.map(({ path }) => path)).toContain(
      'rule.all[0].chain',
    )
    expect(await app.database.queries.selectFrom('group_members').selectAll().execute()).toEqual([])
    expect(await linesOf(app)).toEqual([])
  })

  test('are tried on no more people than one reading after the other has room for', async () => {
    const chain = createFakeChain()
    const app = await createTestApp({ chains: createFakeChains(chain) })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const { queries } = app.database
    for (let number = 0; number < 120; number++) {
      const id = String(number).padStart(26, '0')
      await queries
        .insertInto('people')
        .values({
          id,
          display_name: null,
          folded_name: null,
          picture_url: null,
          locale: null,
          status: number < 110 ? 'active' : 'suspended',
          created_at: 1,
          last_seen_at: number,
        })
        .execute()
      await queries
        .insertInto('wallets')
        .values({
          id,
          person_id: id,
          namespace: 'eip155',
          kind: 'key',
          chain_reference: null,
          address: createTestKey(2000 + number).address.toLowerCase(),
          label: null,
          is_primary: 1,
          linked_at: 1,
          last_used_at: 1,
          unlinked_at: null,
        })
        .execute()
    }
    deployTestToken(chain)
    // A chain that takes two seconds each time leaves time for two batches of fifty.
    chain.beforeReading = () => void (app.clock.now += 2000)
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '1' }
    expect(await preview(browser, token)).toMatchObject({ looked: 100, people: 111, matching: 0, unknown: 0 })
    // While the rule is still being written, one batch is looked at, and none but a chain makes them fewer.
    expect(await preview(browser, token, { live: true })).toMatchObject({ looked: 50, people: 111, more: true })
    expect(await preview(browser, listing(alice.address), { live: true })).toMatchObject({
      looked: 111,
      more: false,
      matching: 1,
    })
    // While two wait for the chain, a third is sent away.
    const [gate, bothWait] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let waiting = 0
    chain.beforeReading = () => {
      if (++waiting === 2) bothWait.resolve()
      return gate.promise
    }
    const ask = () => browser.send('POST', '/api/admin/groups/preview', { rule: token })
    const two = [ask(), ask()]
    await bothWait.promise
    expect(codeOf(await ask())).toBe('rate.limited')
    gate.resolve()
    expect((await Promise.all(two)).map(codeOf)).toEqual(['done', 'done'])
    expect(codeOf(await ask())).toBe('done')
  })

  testOnBothDatabases('say part by part why somebody belongs or does not, found by id or address', async (kind) => {
    const chain = createFakeChain()
    const app = await createTestApp({ database: kind, chains: createFakeChains(chain) })
    const balances = deployTestToken(chain)
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    const bobId = await readPersonId(await openSteppedUpBrowser(app, bob))
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    expect(
      codeOf(
        await browser.send('POST', '/api/admin/groups', {
          ...team,
          rule: { any: [listing(carol.address), { all: [token, listing(bob.address)] }] },
        }),
      ),
    ).toBe('done')
    const parts = (outcome: { parts: { path: string; holds: string }[] }) =>
      outcome.parts.map(({ path, holds }) => `${path}: ${holds}`)
    const before = await explain(browser, bobId)
    expect(before).toMatchObject({ person: { id: bobId }, outcome: 'not-member' })
    expect(parts(before)).toEqual([': no', 'any[0]: no', 'any[1]: no', 'any[1].all[0]: no', 'any[1].all[1]: yes'])
    balances.set(bob.address.toLowerCase(), 7n)
    for (const who of [bob.address, toChecksumAddress(bob.address), `eip155:1:${bob.address}`])
      expect(await explain(browser, who)).toMatchObject({ person: { id: bobId }, outcome: 'member' })
    const after = await explain(browser, bobId)
    expect(after.parts[3]).toEqual({
      path: 'any[1].all[0]',
      holds: 'yes',
      sentence: `at least 5 of ${toChecksumAddress(testTokenAddress)} on chain ${chain.settings.id} (ERC-20): by ${toChecksumAddress(bob.address)}`,
      reason: null,
      block: expect.stringMatching(/^[0-9]+$/),
    })
    chain.readError = 'down'
    expect(parts(await explain(browser, bobId))).toEqual([
      ': unknown',
      'any[0]: no',
      'any[1]: unknown',
      'any[1].all[0]: unknown',
      'any[1].all[1]: yes',
    ])
    for (const who of [carol.address, '0'.repeat(26), 'nobody', '%'])
      expect(codeOf(await browser.send('POST', '/api/admin/groups/team/explain', { person: who }))).toBe(
        'person.not_found',
      )
    expect(codeOf(await browser.send('POST', '/api/admin/groups/nothing/explain', { person: bobId }))).toBe(
      'group.not_found',
    )
  })

  test('take no place of whoever signs in, however often they are tried or explained', async () => {
    const chain = createFakeChain()
    const inFront: boolean[] = []
    const watched = {
      ...chain,
      read: ((questions, options = {}) => (
        inFront.push(options.background !== true),
        chain.read(questions, options)
      )) satisfies typeof chain.read,
    }
    const app = await createTestApp({ chains: createFakeChains(watched) })
    deployTestToken(chain)
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    const token = { type: 'erc20', chain: chain.settings.id, contract: testTokenAddress, atLeast: '5' }
    expect(codeOf(await browser.send('POST', '/api/admin/groups', { ...team, rule: token }))).toBe('done')
    inFront.length = 0
    await preview(browser, token)
    await explain(browser, personId)
    expect(inFront).toEqual([false, false, false])
  })

  test('P8 say nothing of people to a token that may read groups alone, but who belongs', async () => {
    const app = await createTestApp()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    expect(codeOf(await browser.send('POST', '/api/admin/groups', { ...team, rule: listing(carol.address) }))).toBe(
      'done',
    )
    const outcomes = async (permissions: string[]) => {
      const { secret } = (
        await browser.send('POST', '/api/admin/tokens', { name: 'Token', permissions, days: 1 })
      ).json<{ secret: string }>()
      const ask = (path: string, payload: object) =>
        app.http.inject({
          method: 'POST',
          url: `/api/admin/groups/${path}`,
          headers: { authorization: `Bearer ${secret}` },
          payload,
        })
      return [
        codeOf(await ask('team/explain', { person: alice.address })),
        (await ask('preview', { rule: listing(alice.address) })).json<{ matching: number; sample: { id: string }[] }>(),
      ] as const
    }
    expect(await outcomes(['groups.read'])).toMatchObject(['permission.lacking', { matching: 1, sample: [] }])
    expect(await outcomes(['groups.read', 'people.read'])).toMatchObject([
      'done',
      { matching: 1, sample: [{ id: personId }] },
    ])
  })

  test('P8 are told to nobody who may not read them, be they there or not', async () => {
    const app = await createTestApp()
    const admin = await openBrowserWithRole(app, alice, 'administrator')
    const other = await openSteppedUpBrowser(app, bob)
    await admin.browser.send('POST', '/api/admin/groups', team)
    for (const id of ['team', 'nothing']) {
      const answers = [
        await other.send('GET', `/api/admin/groups/${id}`),
        await other.send('GET', `/api/admin/groups/${id}/members`),
        await other.send('POST', `/api/admin/groups/${id}/explain`, { person: bob.address }),
        await other.send('DELETE', `/api/admin/groups/${id}`),
      ]
      expect(answers.map(codeOf)).toEqual(answers.map(() => 'permission.lacking'))
    }
    expect(await readGroup(admin.browser)).toMatchObject({ id: 'team' })
  })
})
