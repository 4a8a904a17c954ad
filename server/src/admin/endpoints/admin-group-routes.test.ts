// Tests of the admin group endpoints.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { toChecksumAddress } from '@countersign/message'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { getGroupMembershipExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import { addGroup } from '../../groups/membership/manage-groups.ts'
import { countGroupMembers } from '../../groups/membership/group-member-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'
import {
  teamGroupDefinition,
  createWalletRule,
  listGroupAuditEntriesForTests,
} from '../../testing/admin-group-fixtures.ts'

const { alice, bob, carol } = ethereumTestKeys

const readGroup = async (browser: TestBrowser, id = 'team') =>
  (await browser.send('GET', `/api/admin/groups/${id}`)).json<AdminApiEndpointOutput<'readGroup'>>()

describe('admin group endpoints', () => {
  testOnBothDatabases('create, change and remove a group, and log which admin did it', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    expect((await browser.send('POST', '/api/admin/groups', teamGroupDefinition)).json()).toMatchObject({
      id: 'team',
      members: 0,
      membersCheckedRecently: 0,
      readAt: null,
    })
    expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/admin/groups', teamGroupDefinition))).toBe(
      'group.already_exists',
    )
    const made = await readGroup(browser)
    expect(made).toMatchObject({
      name: 'Team',
      rule: { type: 'wallets', wallets: [bob.address.toLowerCase()] },
      applications: [],
    })
    const change = (given: object) =>
      browser.send('PUT', '/api/admin/groups/team', { ...teamGroupDefinition, changedAt: made.changedAt, ...given })
    expect(readApiErrorCodeOrDone(await change({ id: 'other' }))).toBe('group.invalid')
    expect(readApiErrorCodeOrDone(await change({ rule: { type: 'nothing' } }))).toBe('group.invalid')
    expect((await change({ rule: createWalletRule('0x1') })).json()).toMatchObject({
      code: 'group.invalid',
      field: 'rule.wallets[0]',
    })
    expect((await change({ name: 'Crew' })).json()).toMatchObject({ name: 'Crew' })
    // Two changes conflict even if they are made at the same clock time.
    expect(readApiErrorCodeOrDone(await change({ name: 'Band' }))).toBe('group.conflict')
    expect(
      readApiErrorCodeOrDone(
        await browser.send('PUT', '/api/admin/groups/nothing', {
          ...teamGroupDefinition,
          id: 'nothing',
          changedAt: made.changedAt,
        }),
      ),
    ).toBe('group.not_found')
    expect(readApiErrorCodeOrDone(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('done')
    expect(readApiErrorCodeOrDone(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('group.not_found')
    const by = { actorId: personId }
    expect(await listGroupAuditEntriesForTests(app)).toEqual([
      ['group.added', { group: 'team' }, by],
      ['group.changed', { group: 'team', changes: 'name Team → Crew' }, by],
      ['group.removed', { group: 'team' }, by],
    ])
  })

  testOnBothDatabases('accept only one of several concurrent creations or changes', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'administrator')
    const four = [1, 2, 3, 4]
    const made = await Promise.all(four.map(() => browser.send('POST', '/api/admin/groups', teamGroupDefinition)))
    expect(made.map(readApiErrorCodeOrDone).sort()).toEqual([
      'done',
      'group.already_exists',
      'group.already_exists',
      'group.already_exists',
    ])
    for (let round = 0; round < 3; round++) {
      const { changedAt } = await readGroup(browser)
      const changed = await Promise.all(
        four.map((number) =>
          browser.send('PUT', '/api/admin/groups/team', {
            ...teamGroupDefinition,
            name: `Team ${round} ${number}`,
            changedAt,
          }),
        ),
      )
      expect(changed.map(readApiErrorCodeOrDone).sort()).toEqual([
        'done',
        'group.conflict',
        'group.conflict',
        'group.conflict',
      ])
    }
  })

  testOnBothDatabases(
    'refuse to remove a group that an application requires, and name the application',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { browser } = await openBrowserWithRole(app, alice, 'administrator')
      await browser.send('POST', '/api/admin/groups', teamGroupDefinition)
      const made = await browser.send('POST', '/api/admin/applications', {
        definition: {
          id: 'wiki',
          name: 'Wiki',
          kind: 'single-page',
          redirectUris: ['https://wiki.example/callback'],
          allowedGroups: ['team'],
        },
      })
      expect(readApiErrorCodeOrDone(made)).toBe('done')
      expect(readApiErrorCodeOrDone(await browser.send('DELETE', '/api/admin/groups/team'))).toBe('group.in_use')
      expect(await readGroup(browser)).toMatchObject({ applications: [{ id: 'wiki', name: 'Wiki' }] })
    },
  )

  testOnBothDatabases('list groups in every order, with current member counts', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const others = [
      await requireBrowserPersonId(await openSteppedUpBrowser(app, bob)),
      await requireBrowserPersonId(await openSteppedUpBrowser(app, carol)),
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
        .values({ group_id, person_id, is_member, checked_at, unreachable_since: null, recheck_at: now * 2 })
        .execute()
    const list = async (query: string) =>
      (await browser.send('GET', `/api/admin/groups?${query}`)).json<AdminApiEndpointOutput<'listGroups'>>()
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
    expect([...(await countGroupMembers(queries, getGroupMembershipExpiryCutoff(app.limits, now)))].toSorted()).toEqual(
      [
        ['g0', { members: 2, membersCheckedRecently: 1 }],
        ['g2', { members: 2, membersCheckedRecently: 2 }],
      ],
    )
    const stale = (await browser.send('GET', '/api/admin/groups/g0/members')).json<
      AdminApiEndpointOutput<'listGroupMembers'>
    >()
    expect(stale.items.map(({ checkedAt }) => checkedAt).toSorted()).toEqual(
      [longAgo, now].map((time) => new Date(time).toISOString()),
    )
    const page = (await browser.send('GET', '/api/admin/groups/g2/members')).json<
      AdminApiEndpointOutput<'listGroupMembers'>
    >()
    expect(page.items.map(({ person }) => person.id).sort()).toEqual([personId, others[0]].sort())
    const found = (await browser.send('GET', `/api/admin/groups/g2/members?search=${bob.address}`)).json<
      AdminApiEndpointOutput<'listGroupMembers'>
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
    expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/admin/groups/nothing/members'))).toBe(
      'group.not_found',
    )
    expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/admin/groups?cursor=AAAA'))).toBe('request.invalid')
  })

  test('P8: reveal no people to a token that may only read groups', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'administrator')
    expect(
      readApiErrorCodeOrDone(
        await browser.send('POST', '/api/admin/groups', {
          ...teamGroupDefinition,
          rule: createWalletRule(carol.address),
        }),
      ),
    ).toBe('done')
    const outcomes = async (permissions: string[]) => {
      const { secret } = (
        await browser.send('POST', '/api/admin/api-tokens', { name: 'Token', permissions, days: 1 })
      ).json<{ secret: string }>()
      const ask = (path: string, payload: object) =>
        app.http.inject({
          method: 'POST',
          url: `/api/admin/groups/${path}`,
          headers: { authorization: `Bearer ${secret}` },
          payload,
        })
      return [
        readApiErrorCodeOrDone(await ask('team/explain', { person: alice.address })),
        (await ask('preview', { rule: createWalletRule(alice.address) })).json<{
          matching: number
          sample: { id: string }[]
        }>(),
      ] as const
    }
    expect(await outcomes(['groups.read'])).toMatchObject(['permission.denied', { matching: 1, sample: [] }])
    expect(await outcomes(['groups.read', 'people.read'])).toMatchObject([
      'done',
      { matching: 1, sample: [{ id: personId }] },
    ])
  })

  test('P8: give callers without permission the same response for existing and missing groups', async () => {
    const app = await createTestServer()
    const admin = await openBrowserWithRole(app, alice, 'administrator')
    const other = await openSteppedUpBrowser(app, bob)
    await admin.browser.send('POST', '/api/admin/groups', teamGroupDefinition)
    for (const id of ['team', 'nothing']) {
      const answers = [
        await other.send('GET', `/api/admin/groups/${id}`),
        await other.send('GET', `/api/admin/groups/${id}/members`),
        await other.send('POST', `/api/admin/groups/${id}/explain`, { person: bob.address }),
        await other.send('DELETE', `/api/admin/groups/${id}`),
      ]
      expect(answers.map(readApiErrorCodeOrDone)).toEqual(answers.map(() => 'permission.denied'))
    }
    expect(await readGroup(admin.browser)).toMatchObject({ id: 'team' })
  })
})
