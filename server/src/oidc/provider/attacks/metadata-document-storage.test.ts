// Limits on fetched and stored metadata documents, and use of stored ones (THREATS O14, N17).
import { describe, expect, test } from 'vitest'
import { findApplicationOrMetadataClient } from '../../../store/client-metadata/client-metadata-document-store.ts'
import {
  createJsonDocumentResponder,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/client-metadata-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'
import {
  metadataClientTestEnvironment,
  createMetadataClient,
  requestOidcAuthorizationRedirect,
  selectAllApplicationRows,
} from '../../../testing/metadata-document-client-fixtures.ts'

describe('client metadata documents', () => {
  test('O14 N17: fetches are limited per network, and failed documents are not stored', async () => {
    const site = await startClientMetadataSite()
    const app = await createOidcTestServer({
      environment: {
        ...metadataClientTestEnvironment,
        COUNTERSIGN_CLIENT_METADATA_FETCHES_PER_NETWORK_PER_MINUTE: '3',
      },
    })
    const good = createMetadataClient(
      site.serve('/good.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address))),
    )
    expect(await requestOidcAuthorizationRedirect(app, good)).toMatch(/^\/sign-in/)
    const results = []
    for (let round = 0; round < 4; round++)
      results.push(await requestOidcAuthorizationRedirect(app, createMetadataClient(`${site.origin}/missing.json`)))
    expect(results.map((place) => /code=([\w.]+)/.exec(place)?.[1])).toEqual([
      'application.metadata_document_invalid',
      'application.metadata_document_invalid',
      'rate.limited',
      'rate.limited',
    ])
    expect(site.countRequests()).toBe(3)
    expect(await requestOidcAuthorizationRedirect(app, good)).toMatch(/^\/sign-in/)
    expect(
      summarizeOAuthResponse(
        await postFormAsApplication(app, '/par', createMetadataClient(`${site.origin}/missing.json`), {}),
      ),
    ).toBe('429 temporarily_unavailable')
    expect(
      await app.database.queries.selectFrom('client_metadata_documents').select('client_id').execute(),
    ).toHaveLength(1)
    app.pass(31 * 24 * 3_600_000)
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('client_metadata_documents').select('client_id').execute()).toEqual([])
  })
})

test('a stored metadata document without newer members gets their default values', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const id = site.serve('/agent.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address)))
  await requestOidcAuthorizationRedirect(app, createMetadataClient(id))
  const { queries } = app.database
  const { content } = await queries.selectFrom('client_metadata_documents').select('content').executeTakeFirstOrThrow()
  const stored = JSON.parse(content) as { definition: Record<string, unknown> }
  for (const name of ['hosts', 'preferredUsername', 'colors', 'chains']) delete stored.definition[name]
  await queries
    .updateTable('client_metadata_documents')
    .set({ content: JSON.stringify(stored) })
    .execute()
  expect((await findApplicationOrMetadataClient(queries, id))?.definition).toMatchObject({
    hosts: [],
    chains: [],
    colors: { light: null, dark: null },
    preferredUsername: 'display-name',
  })
})

test('O14 N17: applications with consent still work when document storage is full', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const [known, other] = ['/known.json', '/other.json'].map((path) =>
    createMetadataClient(site.serve(path, (address) => createJsonDocumentResponder(createTestClientMetadata(address)))),
  ) as [TestClientApplication, TestClientApplication]
  const browser = app.openBrowser()
  await runOidcAuthorizationUntilCallback(browser, known)
  const { queries } = app.database
  const { content } = await queries.selectFrom('client_metadata_documents').select('content').executeTakeFirstOrThrow()
  // The storage is full of documents that were just used. The application's document is not among
  // them.
  await queries.deleteFrom('client_metadata_documents').execute()
  const now = app.clock.now
  const row = (index: number) => ({
    client_id: `https://flood.example/${index}`,
    content,
    fetched_at: now,
    fresh_until: now,
    last_used_at: now,
  })
  for (let from = 0; from < 5000; from += 1000)
    await queries
      .insertInto('client_metadata_documents')
      .values(Array.from({ length: 1000 }, (_, index) => row(from + index)))
      .execute()
  expect((await runOidcAuthorizationUntilCallback(browser, known)).searchParams.has('code')).toBe(true)
  expect(await requestOidcAuthorizationRedirect(app, other)).toMatch(/^\/error/)
})

test('O14 N17: documents of applications with consent are fetched beyond the global limit', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({
    environment: { ...metadataClientTestEnvironment, COUNTERSIGN_CLIENT_METADATA_FETCHES_PER_MINUTE: '10' },
  })
  const serve = (path: string) =>
    createMetadataClient(site.serve(path, (address) => createJsonDocumentResponder(createTestClientMetadata(address))))
  const [known, other] = [serve('/known.json'), serve('/other.json')]
  await runOidcAuthorizationUntilCallback(app.openBrowser(), known)
  app.pass(24 * 3_600_000)
  const from = (address: string, agent: TestClientApplication) =>
    app.openBrowser({ address }).send('GET', createAuthorizationUrl(agent))
  for (let network = 1; network <= 12; network++)
    await from(`198.${network}.0.1`, createMetadataClient(`${site.origin}/missing-${network}.json`))
  expect(getRedirectLocation(await from('203.0.113.7', other))).toContain('rate.limited')
  expect(getRedirectLocation(await from('203.0.113.7', known))).toMatch(/^\/sign-in/)
})

test('O14 N17: eight concurrent requests share one document fetch', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const agent = createMetadataClient(
    site.serve('/agent.json', (address) => createJsonDocumentResponder(createTestClientMetadata(address))),
  )
  const places = await Promise.all(Array.from({ length: 8 }, () => requestOidcAuthorizationRedirect(app, agent)))
  expect(new Set(places.map((place) => place.replace(/\?.*/, '')))).toEqual(new Set(['/sign-in']))
  expect(site.countRequests()).toBe(1)
})

test('O14: an application added by the operator takes precedence over its document', async () => {
  const site = await startClientMetadataSite()
  const app = await createOidcTestServer({ environment: metadataClientTestEnvironment })
  const id = site.serve('/agent.json', (address) =>
    createJsonDocumentResponder({ ...createTestClientMetadata(address), client_name: 'Other' }),
  )
  const own = await addTestClientApplication(app, { id, kind: 'single-page' })
  const browser = app.openBrowser()
  expect(
    summarizeOAuthResponse(
      await exchangeCodeAsApplication(
        app,
        own,
        getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, own)),
      ),
    ),
  ).toBe('200')
  expect([site.countRequests(), (await selectAllApplicationRows(app)).map(({ origin }) => origin)]).toEqual([
    0,
    ['operator'],
  ])
})
