// Tests of bulk people actions.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { bulkActionLimits } from '@countersign/api/server-limits'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

type Ran = AdminApiEndpointOutput<'runBulk'>
type Preview = AdminApiEndpointOutput<'previewBulk'>
const { alice, bob, carol } = ethereumTestKeys
const nobody = '0'.repeat(26)
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
const send = (browser: TestBrowser, body: object) => browser.send('POST', '/api/admin/bulk', body)
const run = async (browser: TestBrowser, body: object): Promise<Ran> => {
  const response = await send(browser, body)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Ran>()
}
const preview = async (browser: TestBrowser, body: object): Promise<Preview> =>
  (await browser.send('POST', '/api/admin/bulk/preview', body)).json<Preview>()
const codes = ({ failed }: Ran) => failed.map(({ person, code }) => [person.id, code])
const reason = 'A test'

async function invite(app: TestServer, numbers: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers)
    ids.push(await requireBrowserPersonId(await openSteppedUpBrowser(app, createEthereumTestKey(number))))
  return ids
}
const statusesOf = async ({ database }: TestServer, ids: readonly string[]): Promise<(string | undefined)[]> => {
  const rows = await database.queries.selectFrom('people').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

describe('bulk people actions', () => {
  testOnBothDatabases(
    'suspend and restore people with one audit entry each, and report why others failed',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const owner = await openBrowserWithRole(app, alice, 'owner')
      const admin = await openBrowserWithRole(app, bob, 'administrator')
      const [one = '', two = '', three = ''] = await invite(app, [701, 702, 703])
      await run(admin.browser, { act: 'suspend', ids: [three], reason })
      const ids = [one, owner.personId, admin.personId, nobody, three, two]
      const expected = [
        [owner.personId, 'permission.denied'],
        [admin.personId, 'person.cannot_target_self'],
        [nobody, 'person.not_found'],
        [three, 'person.not_active'],
      ]
      const before = await preview(admin.browser, { act: 'suspend', ids })
      expect(before.able).toEqual([one, two])
      expect(before.unable.map(({ person, code }) => [person.id, code])).toEqual(expected)
      app.clock.now += 1000
      const ran = await run(admin.browser, { act: 'suspend', ids, reason })
      expect(ran).toMatchObject({ done: [one, two], ended: 2 })
      expect(codes(ran).map(([, code]) => code)).toEqual([
        'permission.denied',
        'person.cannot_target_self',
        'person.not_active',
        'person.not_active',
      ])
      expect(await statusesOf(app, [one, two, three])).toEqual(['suspended', 'suspended', 'suspended'])
      // The undo skips the third person, who was already suspended before the bulk action.
      const undone = await run(admin.browser, { act: 'restore', ids: [one, two, three], suspendedAt: ran.at })
      expect(undone.done).toEqual([one, two])
      expect(codes(undone)).toEqual([[three, 'person.not_suspended']])
      expect(await statusesOf(app, [one, two, three])).toEqual(['active', 'active', 'suspended'])
      await sequenceAllAuditEntries(app.database.queries)
      const rows = await app.database.queries.selectFrom('audit_events').select('type').execute()
      expect(rows.filter(({ type }) => type === 'person.suspended')).toHaveLength(3)
      expect(rows.filter(({ type }) => type === 'person.reactivated')).toHaveLength(2)
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('the undo does not restore a person who was suspended again', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const [one = ''] = await invite(app, [711])
    const first = await run(browser, { act: 'suspend', ids: [one], reason })
    await run(browser, { act: 'restore', ids: [one] })
    app.clock.now += 1000
    await run(browser, { act: 'suspend', ids: [one], reason: 'For another reason' })
    const undone = await run(browser, { act: 'restore', ids: [one], suspendedAt: first.at })
    expect(codes(undone)).toEqual([[one, 'person.not_suspended']])
  })

  test('end sessions of others, but never act on the caller', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const [one = '', two = ''] = await invite(app, [721, 722])
    const ran = await run(owner.browser, { act: 'endSessions', ids: [one, owner.personId, two] })
    expect(ran).toMatchObject({ done: [one, two], ended: 2 })
    expect(codes(ran)).toEqual([[owner.personId, 'person.cannot_target_self']])
    const other = await openBrowserWithRole(app, carol, 'owner')
    await run(other.browser, { act: 'suspend', ids: [owner.personId], reason })
    expect((await preview(other.browser, { act: 'suspend', ids: [other.personId] })).unable).toMatchObject([
      { code: 'person.cannot_target_self' },
    ])
  })

  testOnBothDatabases('add people to a wallet list group, up to its limit', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const [one = '', two = ''] = await invite(app, [731, 732])
    await addTestGroup(app, 'list', { type: 'wallets', wallets: [createEthereumTestKey(731).address] })
    await addTestGroup(app, 'rule', { any: [{ type: 'wallets', wallets: [bob.address] }] })
    const act = 'addToGroup'
    expect(codeOf(await send(browser, { act, ids: [one], group: 'rule' }))).toBe('group.not_a_list')
    expect(codeOf(await send(browser, { act, ids: [one], group: 'none' }))).toBe('group.not_found')
    const url = '/api/admin/bulk/preview'
    expect(codeOf(await browser.send('POST', url, { act, ids: [one], group: 'rule' }))).toBe('group.not_a_list')
    expect(codeOf(await browser.send('POST', url, { act, ids: [one] }))).toBe('group.not_found')
    const ran = await run(browser, { act, ids: [one, two, nobody], group: 'list' })
    expect(ran.done).toEqual([one, two])
    expect(codes(ran)).toEqual([[nobody, 'person.not_found']])
    const { rule } = (await browser.send('GET', '/api/admin/groups/list')).json<AdminApiEndpointOutput<'readGroup'>>()
    expect(rule).toEqual({
      type: 'wallets',
      wallets: [731, 732].map((number) => createEthereumTestKey(number).address.toLowerCase()),
    })
    const wallets = Array.from({ length: 2000 }, (_, index) => `0x${String(index).padStart(40, '0')}`)
    await addTestGroup(app, 'full', { type: 'wallets', wallets })
    expect(codes(await run(browser, { act, ids: [one], group: 'full' }))).toEqual([[one, 'group.list_full']])
    await app.database.queries
      .updateTable('wallets')
      .set({ unlinked_at: 1, is_primary: 0 })
      .where('person_id', '=', two)
      .execute()
    expect((await preview(browser, { act, ids: [one, two], group: 'list' })).unable).toMatchObject([
      { person: { id: two }, code: 'person.no_wallet' },
    ])
  })

  testOnBothDatabases('resolve a filter in several parts, in which each person appears once', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    await app.database.queries
      .insertInto('people')
      .values(
        Array.from({ length: 1200 }, (_, index) => ({
          id: String(index).padStart(26, '0'),
          display_name: `Many ${index}`,
          display_name_folded: `many ${index}`,
          picture_url: null,
          locale: null,
          status: 'active' as const,
          created_at: index,
          last_seen_at: index,
        })),
      )
      .execute()
    const able: string[] = []
    let calls = 0
    for (let cursor: string | null | undefined; cursor !== null; calls++) {
      const part = await preview(browser, { act: 'suspend', filter: { search: 'many' }, ...(cursor && { cursor }) })
      able.push(...part.able)
      expect(part.able.length).toBeLessThanOrEqual(bulkActionLimits.preview)
      cursor = part.nextCursor
    }
    expect(calls).toBeLessThan(10)
    expect(new Set(able).size).toBe(1200)
    expect(able).toHaveLength(1200)
    const file = await browser.send('POST', '/api/admin/bulk/export', { filter: { search: 'many' } })
    expect(file.body.trim().split('\r\n')).toHaveLength(1201)
  })

  test('N4: export a CSV without formulas, and log the export without the search text', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const [one = ''] = await invite(app, [741])
    await app.database.queries
      .updateTable('people')
      .set({ display_name: '=HYPERLINK("x")', display_name_folded: '=hyperlink("x")' })
      .where('id', '=', one)
      .execute()
    const file = await browser.send('POST', '/api/admin/bulk/export', { ids: [one] })
    expect(file.headers['content-type']).toMatch(/^text\/csv/)
    expect(file.body).toContain(`"${one}","'=HYPERLINK(""x"")","active"`)
    await browser.send('POST', '/api/admin/bulk/export', { filter: { search: 'secret' } })
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['details', 'person_id'])
      .where('type', '=', 'people.exported')
      .orderBy('audit_events.sequence')
      .execute()
    expect(lines).toEqual([
      { details: '{"chosen":1}', person_id: personId },
      { details: '{"narrowed":"search"}', person_id: personId },
    ])
    for (const body of [{}, { ids: [one], filter: {} }])
      expect(codeOf(await browser.send('POST', '/api/admin/bulk/export', body))).toBe('request.invalid')
  })
})

describe('N11: permissions for bulk people actions', () => {
  test('require the permission and step-up; a token also needs the group permission', async () => {
    const app = await createTestServer()
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const auditor = await openBrowserWithRole(app, bob, 'auditor')
    const [one = ''] = await invite(app, [751])
    const body = { act: 'suspend', ids: [one], reason }
    expect(codeOf(await send(auditor.browser, body))).toBe('permission.denied')
    expect(codeOf(await send(await openSteppedUpBrowser(app, carol), body))).toBe('permission.denied')
    const made = await owner.browser.send('POST', '/api/admin/api-tokens', {
      name: 'People alone',
      permissions: ['people.read', 'people.change'],
      days: 1,
    })
    await addTestGroup(app, 'list', { type: 'wallets', wallets: [bob.address] })
    const withToken = (payload: object) =>
      app.http.inject({
        method: 'POST',
        url: '/api/admin/bulk',
        headers: { authorization: `Bearer ${made.json<{ secret: string }>().secret}` },
        payload,
      })
    expect(codeOf(await withToken({ act: 'addToGroup', ids: [one], group: 'list' }))).toBe('permission.denied')
    const byToken = (await withToken({ act: 'endSessions', ids: [one, auditor.personId, owner.personId] })).json<Ran>()
    expect(byToken.done).toEqual([one])
    expect(codes(byToken)).toEqual([
      [auditor.personId, 'permission.denied'],
      [owner.personId, 'person.cannot_target_self'],
    ])
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1
    expect(codeOf(await send(owner.browser, body))).toBe('step_up.required')
    expect(await statusesOf(app, [one])).toEqual(['active'])
  })

  test('N8: reject the whole request if it is empty, too large or contains duplicates', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const ids = Array.from({ length: bulkActionLimits.batch + 1 }, (_, index) => String(index).padStart(26, '0'))
    for (const chosen of [ids, [], [nobody, nobody], ['x'], [`${nobody}' or 1=1`]])
      expect(codeOf(await send(browser, { act: 'restore', ids: chosen }))).toBe('request.invalid')
    for (const body of [
      { act: 'suspend', ids: [nobody] },
      { act: 'erase', ids: [nobody] },
      { act: 'endSessions', ids: [nobody], reason },
      { act: 'addToGroup', ids: [nobody] },
    ])
      expect(codeOf(await send(browser, body))).toBe('request.invalid')
    const many = Array.from({ length: bulkActionLimits.preview + 1 }, (_, index) => String(index).padStart(26, '0'))
    expect(codeOf(await browser.send('POST', '/api/admin/bulk/preview', { act: 'restore', ids: many }))).toBe(
      'request.invalid',
    )
  })

  testOnBothDatabases('act on each person once when two requests run concurrently', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const ids = await invite(app, [761, 762, 763, 764])
    const body = { act: 'suspend', ids, reason }
    const [one, two] = await Promise.all([run(browser, body), run(browser, { ...body, ids: ids.toReversed() })])
    expect([...one.done, ...two.done].sort()).toEqual(ids.toSorted())
    expect(one.ended + two.ended).toBe(4)
    expect([...codes(one), ...codes(two)].every(([, code]) => code === 'person.not_active')).toBe(true)
  })
})
