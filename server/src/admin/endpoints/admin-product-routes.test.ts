// Tests of the admin product endpoints, and of the products of applications and resources.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { addApplication as addApplicationToStore } from '../../store/applications/add-application.ts'
import { applyApplicationsFileChanges } from '../../store/applications/apply-applications-file-changes.ts'
import type { ApplicationDefinition } from '../../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { addTestResource, changeTestResourceDefinition } from '../../testing/oauth-resource-fixtures.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createOidcTestServer, obtainTokens } from '../../testing/oidc-application-test-steps.ts'

const path = '/api/admin/products'
const shop = { id: 'shop', name: 'Shop', redirectHosts: ['shop.example'] }
const spa = { id: 'shop-web', name: 'Shop', kind: 'single-page', redirectUris: ['https://shop.example/callback'] }
const es256 = { idTokenAlgorithm: 'ES256' }

async function prepare(database: DatabaseKind = 'sqlite') {
  const app = await createOidcTestServer({ database })
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
  const addApplication = (definition: object) =>
    browser.send('POST', '/api/admin/applications', { definition: { ...es256, ...definition } })
  const changeApplication = async (definition: { id: string }) => {
    const at = `/api/admin/applications/${definition.id}`
    const { changedAt } = (await browser.send('GET', at)).json<{ changedAt: string }>()
    return browser.send('PUT', at, { definition: { ...es256, ...definition }, changedAt, newSubjects: false })
  }
  return { app, browser, addApplication, changeApplication }
}

const errorsOf = (response: { json: <T>() => T }): string[] => {
  const { code, errors = [] } = response.json<{ code?: string; errors?: { path: string; message: string }[] }>()
  return errors.length > 0 ? errors.map((error) => `${error.path} ${error.message}`) : [code ?? 'done']
}

describe.each(databaseKinds)('admin product endpoints on %s', (kind) => {
  test('add, list, change and remove a product, with audit entries', async () => {
    const { app, browser, addApplication } = await prepare(kind)
    expect((await browser.send('POST', path, shop)).json()).toMatchObject({ ...shop, applications: [], resources: [] })
    expect(errorsOf(await browser.send('POST', path, shop))).toEqual(['product.already_exists'])
    expect((await addApplication({ ...spa, product: 'shop' })).statusCode).toBe(200)
    const read = async () => (await browser.send('GET', `${path}/shop`)).json<AdminApiEndpointOutput<'readProduct'>>()
    const { changedAt, applications } = await read()
    expect(applications).toEqual([{ id: 'shop-web', name: 'Shop' }])
    const change = (body: object) =>
      browser.send('PUT', `${path}/shop`, { name: shop.name, redirectHosts: shop.redirectHosts, changedAt, ...body })
    const refused = await change({ redirectHosts: ['other.example'] })
    expect(refused.json()).toMatchObject({ code: 'product.host_in_use' })
    expect(errorsOf(refused)).toEqual([
      'redirectHosts must contain "shop.example", which the application "shop-web" uses',
    ])
    expect((await change({ redirectHosts: ['shop.example', 'other.example'] })).json()).toMatchObject({
      changes: ['redirectHosts shop.example → shop.example other.example'],
    })
    expect(errorsOf(await change({ name: 'Late' }))).toEqual(['product.conflict'])
    expect(errorsOf(await browser.send('DELETE', `${path}/shop`))).toEqual(['product.in_use'])
    await browser.send('DELETE', '/api/admin/applications/shop-web')
    expect((await browser.send('DELETE', `${path}/shop`)).statusCode).toBe(204)
    expect((await browser.send('GET', `${path}/shop`)).statusCode).toBe(404)
    expect((await browser.send('GET', path)).json()).toEqual({ items: [] })
    const entries = await listSequencedAuditEntryTexts(app.database.queries)
    expect(entries.filter((text) => text.includes('product.'))).toEqual([
      expect.stringContaining('product.added success {"product":"shop"}'),
      expect.stringContaining('product.changed success {"product":"shop","changes":"redirectHosts'),
      expect.stringContaining('product.removed success {"product":"shop"}'),
    ])
  })

  test('O32: an application enters and leaves a product only before anyone has signed in to it', async () => {
    const { app, browser, addApplication, changeApplication } = await prepare(kind)
    await browser.send('POST', path, shop)
    await addApplication(spa)
    const application = { id: 'shop-web', secret: null, redirectUri: 'https://shop.example/callback' }
    const sectorOf = async () =>
      (await app.database.queries.selectFrom('applications').select('sector').executeTakeFirstOrThrow()).sector
    expect(await sectorOf()).toBe('shop.example')
    expect((await changeApplication({ ...spa, product: 'shop' } as never)).json()).toMatchObject({
      changes: ['product null → shop'],
    })
    expect(await sectorOf()).toBe('product:shop')
    // A change that does not name the product keeps it.
    await changeApplication({ ...spa, name: 'Shop 2' } as never)
    expect(await sectorOf()).toBe('product:shop')
    await changeApplication({ ...spa, product: null } as never)
    expect(await sectorOf()).toBe('shop.example')
    await changeApplication({ ...spa, product: 'shop' } as never)
    await obtainTokens(app, app.openBrowser(), application)
    expect(errorsOf(await changeApplication({ ...spa, product: null } as never))).toEqual([
      expect.stringMatching(/^product must stay "shop": 1 people have signed in/),
    ])
  })
})

describe.each(databaseKinds)('O32: a product that changes on %s', (kind) => {
  test('while an application is added keeps the host of the application, or the application is refused', async () => {
    const { app, browser, addApplication } = await prepare(kind)
    await browser.send('POST', path, shop)
    const { changedAt } = (await browser.send('GET', `${path}/shop`)).json<{ changedAt: string }>()
    const [added, changed] = await Promise.all([
      addApplication({ ...spa, product: 'shop' }),
      browser.send('PUT', `${path}/shop`, { name: 'Shop', redirectHosts: [], changedAt }),
    ])
    expect([added.statusCode, changed.statusCode].toSorted()).toEqual([200, expect.toBeOneOf([400, 409])])
    const { definition } = validateAndFillApplicationDefinition({ ...spa, ...es256, id: 'late', product: 'gone' }) as {
      definition: ApplicationDefinition
    }
    const context = { queries: app.database.queries, random: systemRandomBytes }
    expect(await addApplicationToStore(context, { definition, origin: 'operator' }, app.clock.now)).toMatchObject({
      outcome: 'invalid',
      errors: [{ path: 'product', code: 'product_unknown' }],
    })
    const wanted = [{ path: 'applications[0]', definition }]
    expect(await applyApplicationsFileChanges(context, wanted, { prune: false }, app.clock.now)).toEqual({
      outcome: 'conflict',
    })
    await expect(addTestResource(app, { product: 'gone' })).rejects.toThrow('product-gone')
    await addTestResource(app)
    await expect(changeTestResourceDefinition(app, { product: 'gone' })).rejects.toThrow('product-gone')
  })
})

describe('O32: a product is refused', () => {
  test.each<[string, object, RegExp]>([
    ['if there is none', { product: 'none' }, /^product there is no product "none"; add it with/],
    [
      'for a host that the product does not have',
      { product: 'shop', redirectUris: ['https://shop.example/', 'https://evil.example/'] },
      /^product must not be "shop" while the application uses the host "evil.example"/,
    ],
    ['with public subjects', { product: 'shop', subjectType: 'public' }, /^product must be null if subjectType/],
    [
      'with a sector document',
      { product: 'shop', sectorIdentifierUri: 'https://shop.example/sector.json' },
      /^product must be null if sectorIdentifierUri/,
    ],
    ['with an ID that is none', { product: 'Not An ID' }, /^product must consist of 2 to 64 characters/],
  ])('%s', async (_, input, expected) => {
    const { browser, addApplication } = await prepare()
    await browser.send('POST', path, shop)
    expect(errorsOf(await addApplication({ ...spa, ...input }))).toContainEqual(expect.stringMatching(expected))
  })

  test('for an application that no operator added, which cannot be first-party either', async () => {
    const { app, browser, addApplication, changeApplication } = await prepare()
    await browser.send('POST', path, shop)
    await addApplication(spa)
    await app.database.queries.updateTable('applications').set({ origin: 'registration' }).execute()
    expect(errorsOf(await changeApplication({ ...spa, product: 'shop', firstParty: true } as never))).toEqual([
      expect.stringMatching(/^firstParty must be false for an application that registered itself/),
      expect.stringMatching(/^product must be null for an application that registered itself/),
    ])
  })

  test('for a resource that is open to others, or identifies people per application', async () => {
    const { browser } = await prepare()
    await browser.send('POST', path, shop)
    const resource = {
      resource: 'https://api.example/',
      name: 'API',
      scopes: [],
      openTo: 'listed',
      tokenLifetimeSeconds: null,
      claims: [],
      algorithm: 'ES256',
      subjects: 'by-resource',
      product: 'shop',
    }
    const add = async (change: object) =>
      errorsOf(await browser.send('POST', '/api/admin/resources', { ...resource, ...change }))
    expect(await add({ openTo: 'everyone' })).toEqual([expect.stringMatching(/^product must be null unless openTo/)])
    expect(await add({ subjects: 'by-application' })).toEqual([
      expect.stringMatching(/^product must be null if subjects/),
    ])
    expect(await add({ product: 'none' })).toEqual([expect.stringMatching(/^product there is no product/)])
    expect(await add({})).toEqual(['done'])
    expect((await browser.send('GET', `${path}/shop`)).json()).toMatchObject({ resources: ['https://api.example/'] })
  })

  test.each([
    'Shop.example',
    'https://shop.example',
    'shop.example:8443',
    'shop.example/',
    '*.shop.example',
    'shop.example.',
    'shöp.example',
    '',
  ])('with the host %j', async (host) => {
    const { browser } = await prepare()
    expect(errorsOf(await browser.send('POST', path, { ...shop, redirectHosts: [host] }))).toEqual([
      expect.stringMatching(/^redirectHosts\[0\] must be a host name/),
    ])
  })
})
