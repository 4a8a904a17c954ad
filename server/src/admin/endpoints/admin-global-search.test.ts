// Tests the global search: what it finds, and that it respects permissions.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'

type Found = AdminApiEndpointOutput<'searchAdmin'>
const { alice, bob } = ethereumTestKeys
const urlOf = (text: string): string => `/api/admin/search?text=${encodeURIComponent(text)}`
const search = async (browser: TestBrowser, text: string): Promise<Found> =>
  (await browser.send('GET', urlOf(text))).json<Found>()
const countsOf = (found: Found) =>
  Object.fromEntries(Object.entries(found).map(([kind, items]) => [kind, (items as unknown[]).length]))

describe.each(databaseKinds)('admin global search on %s', (kind) => {
  test('finds people, applications, groups, resources and audit entries', async () => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
    const theirs = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
    await browser.send('PATCH', '/api/people/me', { displayName: 'Ada' })
    await addTestGroup(app, 'wiki-readers', { type: 'wallets', wallets: [bob.address] })
    await browser.send('POST', '/api/admin/applications', {
      definition: { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] },
    })
    await browser.send('POST', '/api/admin/resources', {
      resource: 'https://wiki-api.example',
      name: 'Wiki service',
      description: null,
      scopes: [],
      claims: [],
      openTo: 'listed',
      subjects: 'own',
    })
    const found = await search(browser, 'wiki')
    expect(found).toMatchObject({ people: [], groups: [{ id: 'wiki-readers' }], entries: [] })
    expect(found.applications).toMatchObject([{ id: 'wiki', name: 'Wiki' }])
    for (const spelled of [bob.address, bob.address.toUpperCase(), bob.address.slice(0, 10), theirs])
      expect((await search(browser, spelled)).people).toMatchObject([{ id: theirs }])
    await sequenceAllAuditEntries(app.database.queries)
    expect((await search(browser, '#1')).entries).toMatchObject([{ sequence: 1 }])
    expect((await search(browser, '999999')).entries).toEqual([])
    await browser.send('POST', `/api/admin/people/${theirs}/suspend`, { reason: 'A test' })
    await sequenceAllAuditEntries(app.database.queries)
    expect((await search(browser, personId)).entries).toMatchObject([
      { type: 'person.suspended', person: { id: theirs } },
      { type: 'session.ended' },
      { type: 'application.added' },
    ])
    expect(countsOf(await search(browser, ' '))).toEqual({
      people: 0,
      applications: 0,
      groups: 0,
      resources: 0,
      entries: 0,
    })
  })

  test('N11: finds no items of a kind that the API token may not read', async () => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, alice, 'owner')
    await addTestGroup(app, 'alpha', { type: 'wallets', wallets: [bob.address] })
    const searchWith = async (permissions: readonly AdminPermission[], text: string): Promise<Found> => {
      const made = await browser.send('POST', '/api/admin/api-tokens', { name: 'Search', permissions, days: 1 })
      const headers = { authorization: `Bearer ${made.json<{ secret: string }>().secret}` }
      return (await app.http.inject({ method: 'GET', url: urlOf(text), headers })).json<Found>()
    }
    expect((await searchWith(['figures.read', 'people.read'], alice.address)).people).toHaveLength(1)
    for (const text of [alice.address, 'alpha', '1'])
      expect(countsOf(await searchWith(['figures.read'], text))).toEqual({
        people: 0,
        applications: 0,
        groups: 0,
        resources: 0,
        entries: 0,
      })
    expect((await searchWith(['figures.read', 'groups.read'], 'alpha')).groups).toHaveLength(1)
  })
})
