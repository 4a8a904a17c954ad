// Tests of saved views and recently opened items.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'

type View = AdminApiEndpointOutput<'saveView'>
const { alice, bob, carol } = ethereumTestKeys
const path = '/api/admin/views'
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
const view = { list: 'people', name: 'Suspended', query: '?status=suspended', shared: false }
const save = async (browser: TestBrowser, changes: object = {}): Promise<View> => {
  const response = await browser.send('POST', path, { ...view, ...changes })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<View>()
}
const list = async (browser: TestBrowser, of = 'people'): Promise<View[]> =>
  (await browser.send('GET', `${path}?list=${of}`)).json<{ items: View[] }>().items
const recent = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/admin/recent-items')).json<AdminApiEndpointOutput<'listRecentItems'>>().items
const note = (browser: TestBrowser, kind: string, id: string) =>
  browser.send('PUT', '/api/admin/recent-items', { kind, id })

describe.each(databaseKinds)('saved views and recent items on %s', (kind) => {
  test('views are saved, replaced by name, renamed and removed, separately per list', async () => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const saved = await save(browser)
    expect(saved).toMatchObject({ ...view, by: null })
    expect(await save(browser, { query: '' })).toEqual({ ...saved, query: '' })
    await save(browser, { name: 'Another' })
    await save(browser, { list: 'groups' })
    expect((await list(browser)).map(({ name }) => name)).toEqual(['Another', 'Suspended'])
    expect(codeOf(await browser.send('PATCH', `${path}/${saved.id}`, { name: 'Another' }))).toBe('view.already_exists')
    expect(codeOf(await browser.send('PATCH', `${path}/${saved.id}`, { name: 'Suspended' }))).toBe('done')
    expect(codeOf(await browser.send('DELETE', `${path}/${saved.id}`))).toBe('done')
    expect(codeOf(await browser.send('DELETE', `${path}/${saved.id}`))).toBe('view.not_found')
    expect((await list(browser)).map(({ name }) => name)).toEqual(['Another'])
  })

  test('N11: views are private unless an owner shares them, and only owners change shared ones', async () => {
    const app = await createTestServer({ database: kind })
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const admin = await openBrowserWithRole(app, bob, 'administrator')
    expect(codeOf(await admin.browser.send('POST', path, { ...view, shared: true }))).toBe('permission.denied')
    const own = await save(admin.browser)
    expect(codeOf(await admin.browser.send('PATCH', `${path}/${own.id}`, { shared: true }))).toBe('permission.denied')
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(codeOf(await owner.browser.send(method, `${path}/${own.id}`, method === 'PATCH' ? {} : undefined))).toBe(
        'view.not_found',
      )
    expect(await list(owner.browser)).toEqual([])
    const shared = await save(owner.browser, { name: 'For all', shared: true })
    expect(await list(admin.browser)).toMatchObject([
      { name: 'For all', by: { id: owner.personId }, shared: true },
      { name: 'Suspended', by: null },
    ])
    for (const method of ['PATCH', 'DELETE'] as const)
      expect(
        codeOf(await admin.browser.send(method, `${path}/${shared.id}`, method === 'PATCH' ? {} : undefined)),
      ).toBe('view.not_found')
    const second = await openBrowserWithRole(app, carol, 'owner')
    expect(codeOf(await second.browser.send('DELETE', `${path}/${shared.id}`))).toBe('done')
    expect(
      codeOf(await (await openSteppedUpBrowser(app, createEthereumTestKey(801))).send('GET', `${path}?list=people`)),
    ).toBe('permission.denied')
  })

  test('N8: views are limited in number and accept only a valid name and query string', async () => {
    const app = await createTestServer({ database: kind, environment: { COUNTERSIGN_SAVED_VIEWS_PER_PERSON: '2' } })
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    for (const name of ['One', 'Two']) await save(browser, { name })
    expect(codeOf(await browser.send('POST', path, { ...view, name: 'Three' }))).toBe('view.too_many')
    expect(codeOf(await browser.send('POST', path, { ...view, name: 'Two' }))).toBe('done')
    for (const changes of [
      { query: 'https://evil.example' },
      { query: '/admin' },
      { query: '?a b' },
      { query: `?${'x'.repeat(1024)}` },
      { name: '' },
      { name: 'a\nb' },
      { list: 'tokens' },
    ])
      expect(codeOf(await browser.send('POST', path, { ...view, ...changes })), JSON.stringify(changes)).toBe(
        'request.invalid',
      )
  })

  test('recent items are the last ten opened, newest first, without deleted ones', async () => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    const theirs = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await addTestGroup(app, 'readers', { type: 'wallets', wallets: [bob.address] })
    for (const [what, id] of [
      ['person', theirs],
      ['group', 'readers'],
      ['application', 'gone'],
      ['person', theirs],
    ] as const) {
      app.clock.now += 1000
      expect(codeOf(await note(browser, what, id))).toBe('done')
    }
    const items = await recent(browser)
    expect(items.map(({ kind: of, id }) => [of, id])).toEqual([
      ['person', theirs],
      ['group', 'readers'],
    ])
    for (let number = 1; number <= 12; number++) {
      app.clock.now += 1000
      await note(browser, 'line', String(number))
    }
    expect((await recent(browser)).map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => String(12 - index)),
    )
    const rows = await app.database.queries.selectFrom('recent_items').select('item_id').execute()
    expect(rows).toHaveLength(10)
  })

  test('P9: erasing a person deletes their views and all recent items about them', async () => {
    const app = await createTestServer({ database: kind })
    const owner = await openBrowserWithRole(app, alice, 'owner')
    const other = await openBrowserWithRole(app, bob, 'auditor')
    await note(owner.browser, 'person', other.personId)
    await note(other.browser, 'person', owner.personId)
    await save(other.browser)
    const reason = 'A test'
    expect(codeOf(await owner.browser.send('DELETE', `/api/admin/people/${other.personId}`, { reason }))).toBe('done')
    for (const table of ['saved_views', 'recent_items'] as const)
      expect(await app.database.queries.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
