// Tests of the application list.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import { addApplication } from '../../store/applications/add-application.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
} from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const path = '/api/admin/applications'

type InFull = AdminApiEndpointOutput<'readApplication'>

describe('admin application endpoints', () => {
  testOnBothDatabases('search, filter, sort and page the application list without gaps', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const context = { queries: app.database.queries, random: systemRandomBytes }
    const names = Array.from({ length: 120 }, (_, index) => `App ${String(index % 60).padStart(2, '0')}`)
    for (const [index, name] of names.entries()) {
      const definition = createTestApplicationDefinition({
        id: `app-${index}`,
        name,
        kind: index % 4 === 0 ? 'single-page' : 'web',
        redirectUris: [`https://host-${index}.example/Callback_${index}`],
      })
      await addApplication(context, { definition, origin: 'operator' }, app.clock.now + (index % 7))
    }
    const list = async (query: Record<string, string>) => {
      const answer = await browser.send('GET', `${path}?${new URLSearchParams(query)}`)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<AdminApiEndpointOutput<'listApplications'>>()
    }
    for (const query of [
      {},
      { order: 'desc' },
      { sort: 'created' },
      { sort: 'created', order: 'asc' },
      { sort: 'used' },
    ]) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: AdminApiEndpointOutput<'listApplications'> = await list({
          ...query,
          ...(cursor !== '' && { cursor }),
        })
        expect(page.total).toBe(120)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(seen).toHaveLength(120)
      expect(new Set(seen).size).toBe(120)
    }
    const first = await list({})
    expect(first.items.map(({ name }) => name)).toEqual(first.items.map(({ name }) => name).toSorted())
    const idsOf = async (search: string) => (await list({ search })).items.map(({ id }) => id)
    expect(await idsOf('HOST-17.example')).toEqual(['app-17'])
    expect(await idsOf('callback_11')).toEqual(expect.arrayContaining(['app-11', 'app-110']))
    expect(await idsOf('app-119')).toEqual(['app-119'])
    expect((await list({ search: 'app 05' })).total).toBe(2)
    // Member names in the stored JSON do not match, and wildcards have no special meaning.
    expect([await idsOf('redirectUris'), await idsOf('pairwise'), await idsOf('%'), await idsOf('host-1_.')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect((await list({ kind: 'single-page' })).total).toBe(30)
    expect([(await list({ enabled: 'yes' })).total, (await list({ enabled: 'no' })).total]).toEqual([120, 0])
    for (const cursor of [
      'eA',
      Buffer.from('["a"]').toString('base64url'),
      Buffer.from('[1,"b"]').toString('base64url'),
    ]) {
      expect((await browser.send('GET', `${path}?cursor=${cursor}`)).json()).toMatchObject({
        code: 'request.invalid',
      })
    }
  })

  testOnBothDatabases(
    'report people, live users and daily sign-ins of an application, including archived counts',
    async (kind) => {
      const app = await createOidcTestServer({ database: kind })
      const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
      const application = await addTestClientApplication(app)
      const other = app.openBrowser()
      await runOidcAuthorizationUntilCallback(other, application, {}, { key: createEthereumTestKey(31) })
      app.pass(86_400_000)
      await app.pruneExpired()
      await runOidcAuthorizationUntilCallback(other, application)
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {}, { key: createEthereumTestKey(32) })
      await browser.signIn(ethereumTestKeys.alice)
      await browser.stepUp(ethereumTestKeys.alice)
      await sequenceAllAuditEntries(app.database.queries)
      const read = (await browser.send('GET', `${path}/${application.id}`)).json<InFull>()
      expect(read.signIns.slice(-2)).toEqual([
        { day: '2026-01-15', count: 1 },
        { day: '2026-01-16', count: 2 },
      ])
      expect(read).toMatchObject({ people: 2, live: 2 })
      await other.send('POST', '/api/sign-out')
      expect((await browser.send('GET', `${path}/${application.id}`)).json<InFull>()).toMatchObject({
        people: 2,
        live: 1,
      })
    },
  )
})
