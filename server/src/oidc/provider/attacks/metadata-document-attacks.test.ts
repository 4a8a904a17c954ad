// Applications that nobody registered, known by the document at their client id: let in by people, and what is tried with such documents.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { mcpClientMetadataExamples } from '@countersign/testing/mcp-client-metadata'
import { describe, expect, test } from 'vitest'
import { findApplicationOrMetadataClient } from '../../../store/client-metadata/metadata-document-store.ts'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import type { DatabaseKind } from '../../../platform/database/open-database.ts'
import { readAuditLog } from '../../../testing/read-database-state.ts'
import { testOnBothDatabases } from '../../../testing/test-databases.ts'
import {
  clientMetadataEnvironment,
  respondWithJson,
  startClientMetadataSite,
  createTestClientMetadata,
} from '../../../testing/test-client-metadata.ts'
import type { MetadataResponder } from '../../../testing/test-client-metadata.ts'
import { addTestResource, changeTestResource } from '../../../testing/test-resources.ts'
import {
  addTestApplication,
  allowConsent,
  completeAuthorization,
  createAuthorizationUrl,
  createOpenIdApp,
  createOpenIdAppWithRsaKey,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  postForm,
  decodeTokenPayload,
  signInToInteraction,
} from '../../../testing/test-openid.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-openid.ts'
import { authorizationCodeIn, summarizeOAuthResponse } from '../../../testing/test-tokens.ts'

type App = Awaited<ReturnType<typeof createOpenIdApp>>

const environment = clientMetadataEnvironment
const named = (id: string, redirectUri = 'https://agent.example/callback'): TestApplication => ({
  id,
  secret: null,
  redirectUri,
})
const rowsOf = ({ database }: App) => database.queries.selectFrom('applications').selectAll().execute()
const begin = async (app: App, application: TestApplication, parameters = {}): Promise<string> =>
  redirectLocationOf(await app.openBrowser().send('GET', createAuthorizationUrl(application, parameters)))

describe('an application that nobody registered', () => {
  testOnBothDatabases(
    'O14 is let in by a person, shown as its host, kept from then on, and read again by its headers',
    async (kind) => {
      const site = await startClientMetadataSite()
      const app = await createOpenIdApp({ database: kind, environment })
      const id = site.serve('/agent.json', (address) =>
        respondWithJson({
          ...createTestClientMetadata(address),
          logo_uri: `${site.origin}/logo.png`,
          scope: 'openid profile wallet groups',
        }),
      )
      const agent = named(id)
      const browser = app.openBrowser()
      const consent = await signInToInteraction(
        browser,
        interactionIdOf(await browser.send('GET', createAuthorizationUrl(agent))),
      )
      expect(redirectLocationOf(consent)).toMatch(/^\/consent/)
      const interaction = interactionIdOf(consent)
      const shown = (await browser.send('GET', `/api/interactions/${interaction}`)).json<
        EndpointOutput<'readInteraction'>
      >()
      const host = new URL(id).host
      expect(shown.application).toEqual({
        id,
        name: host,
        logo: null,
        uri: null,
        unregistered: { claimedName: 'Helpful Agent' },
      })
      expect([shown.destination, shown.staysHere]).toEqual(['agent.example', false])
      expect(await rowsOf(app)).toEqual([])
      const tokens = (
        await exchangeCode(
          app,
          agent,
          authorizationCodeIn(new URL(redirectLocationOf(await allowConsent(browser, interaction)))),
        )
      ).json<TokenResponse>()
      expect(await rowsOf(app)).toMatchObject([
        { id, name: host, claimed_name: 'Helpful Agent', origin: 'metadata-document', sector: `application:${id}` },
      ])
      expect((await readAuditLog(app.database.queries)).join('\n')).toContain(`application.let_in success`)
      expect(decodeTokenPayload(tokens.id_token)).toMatchObject({
        aud: id,
        sub: expect.stringMatching(/^[0-9a-z]{26}$/),
      })
      expect(
        (
          await app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${tokens.access_token}` } })
        ).json(),
      ).toEqual({ sub: decodeTokenPayload(tokens.id_token)['sub'] })
      // Nothing was asked but the document, once; and no logo.
      expect(site.countRequests()).toBe(1)
      expect((await completeAuthorization(browser, agent)).searchParams.has('code')).toBe(true)
      expect(site.countRequests()).toBe(1)
      app.pass(301_000)
      expect((await completeAuthorization(browser, agent)).searchParams.has('code')).toBe(true)
      expect(site.countRequests()).toBe(2)
      const { items } = (await browser.send('GET', '/api/grants')).json<EndpointOutput<'listGrants'>>()
      expect(items.map(({ application }) => application.name)).toEqual([host])
      expect((await completeAuthorization(browser, agent, { scope: 'groups' })).searchParams.get('error')).toBe(
        'invalid_scope',
      )
      expect(JSON.stringify(await rowsOf(app))).not.toContain('logo.png')
    },
  )

  test('O14 is asked about again where its document calls it otherwise or sends people elsewhere', async () => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({ environment })
    const serve = (changes: object) =>
      site.serve('/agent.json', (address) =>
        respondWithJson({ ...createTestClientMetadata(address), ...changes }, { 'cache-control': 'no-store' }),
      )
    const agent = named(serve({}))
    const browser = app.openBrowser()
    const { refresh_token } = (
      await exchangeCode(
        app,
        agent,
        authorizationCodeIn(
          await completeAuthorization(browser, agent, { prompt: 'consent', scope: 'openid offline_access' }),
        ),
      )
    ).json<TokenResponse>()
    const asks = async (redirectUri?: string): Promise<string> =>
      redirectLocationOf(await browser.send('GET', createAuthorizationUrl(named(agent.id, redirectUri)))).replace(
        /\?.*/,
        '',
      )
    expect(await asks()).toBe('https://agent.example/callback')
    serve({ client_name: 'Your Bank' })
    expect(await asks()).toBe('/consent')
    serve({ redirect_uris: ['https://agent.example/callback', 'https://evil.example/callback'] })
    expect([await asks(), await asks('https://evil.example/callback')]).toEqual([
      'https://agent.example/callback',
      '/consent',
    ])
    // An address that is no longer there is none, at once.
    serve({ redirect_uris: ['https://evil.example/callback'] })
    expect(await asks()).toBe('/error')
    expect((await rowsOf(app))[0]?.definition).not.toContain('agent.example/callback')
    expect((await readAuditLog(app.database.queries)).join('\n')).toContain('claimed name changed')
    // What it was given stays its own: whoever has it had it before.
    const refreshed = await postForm(app, '/token', agent, {
      grant_type: 'refresh_token',
      refresh_token: refresh_token ?? '',
    })
    expect(summarizeOAuthResponse(refreshed)).toBe('200')
  })

  test('O14 is allowed what the person was shown, and nothing that its document said in between', async () => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({ environment })
    const serve = (changes: object) =>
      site.serve('/agent.json', (address) =>
        respondWithJson({ ...createTestClientMetadata(address), ...changes }, { 'cache-control': 'no-store' }),
      )
    const wide = { scope: 'openid profile wallet' }
    const agent = named(serve(wide))
    const browser = app.openBrowser()
    const consent = await signInToInteraction(
      browser,
      interactionIdOf(await browser.send('GET', createAuthorizationUrl(agent, { scope: 'openid profile wallet' }))),
    )
    const path = `/api/interactions/${interactionIdOf(consent)}`
    const shown = async () => (await browser.send('GET', path)).json<EndpointOutput<'readInteraction'>>()
    for (const [before, after] of [
      [{ scope: 'openid' }, wide],
      [{ ...wide, client_name: 'Your Bank' }, wide],
    ] as const) {
      // Anybody makes this server read the document again.
      serve(before)
      await begin(app, agent)
      const { seen } = await shown()
      serve(after)
      await begin(app, agent)
      expect((await browser.send('POST', `${path}/consent`, { withheld: [], seen })).json()).toMatchObject({
        code: 'interaction.unusable',
      })
      expect(await rowsOf(app)).toEqual([])
    }
    const { seen } = await shown()
    expect((await browser.send('POST', `${path}/consent`, { withheld: [], seen })).statusCode).toBe(200)
  })

  testOnBothDatabases('O14 is disabled like any other, and by taking its host from the list', async (kind) => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({ database: kind, environment })
    const agent = named(site.serve('/agent.json', (address) => respondWithJson(createTestClientMetadata(address))))
    const browser = app.openBrowser()
    const tokens = async () =>
      (
        await exchangeCode(
          app,
          agent,
          authorizationCodeIn(
            await completeAuthorization(browser, agent, { prompt: 'consent', scope: 'openid offline_access' }),
          ),
        )
      ).json<TokenResponse>()
    const refresh = (server: App, { refresh_token = '' }: TokenResponse) =>
      postForm(server, '/token', agent, { grant_type: 'refresh_token', refresh_token })
    const unlisted = await createOpenIdApp({ database: app.database, environment: {} })
    expect(summarizeOAuthResponse(await refresh(unlisted, await tokens()))).toBe('401 invalid_client')
    expect(await begin(unlisted, agent)).toMatch(/^\/error\?code=application\.unknown/)
    const begun = await browser.send('GET', createAuthorizationUrl(agent, { prompt: 'consent' }))
    const held = await tokens()
    await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, agent.id, app.clock.now)
    expect(summarizeOAuthResponse(await refresh(app, held))).toBe('401 invalid_client')
    expect(await begin(app, agent)).toMatch(/^\/error\?code=application\.disabled/)
    expect((await allowConsent(browser, interactionIdOf(begun))).json()).toMatchObject({ code: 'interaction.unusable' })
    expect(site.countRequests()).toBe(1)
  })

  testOnBothDatabases(
    'O14 N18 is forgotten a day after the last consent was taken back, unless it was disabled',
    async (kind) => {
      const site = await startClientMetadataSite()
      const app = await createOpenIdApp({ database: kind, environment })
      const browser = app.openBrowser()
      const letIn = async (path: string): Promise<string> => {
        const id = site.serve(path, (address) => respondWithJson(createTestClientMetadata(address)))
        await completeAuthorization(browser, named(id))
        return id
      }
      const [kept, left, disabled] = [
        await letIn('/kept.json'),
        await letIn('/left.json'),
        await letIn('/disabled.json'),
      ]
      const { items } = (await browser.send('GET', '/api/grants')).json<EndpointOutput<'listGrants'>>()
      for (const { id, application } of items)
        if (application.id !== kept) expect((await browser.send('DELETE', `/api/grants/${id}`)).statusCode).toBe(204)
      await disableApplication({ queries: app.database.queries, random: systemRandomBytes }, disabled, app.clock.now)
      const ids = async () => (await rowsOf(app)).map(({ id }) => id).toSorted()
      await app.pruneExpired()
      expect(await ids()).toEqual([kept, left, disabled].toSorted())
      app.pass(25 * 3_600_000)
      await app.pruneExpired()
      expect(await ids()).toEqual([kept, disabled].toSorted())
      expect(
        (await readAuditLog(app.database.queries)).filter((event) => event.includes('application.removed')),
      ).toHaveLength(1)
    },
  )

  testOnBothDatabases('O14 pushes its requests and signs in devices before anybody has let it in', async (kind) => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({ database: kind, environment })
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const agent = named(
      site.serve('/agent.json', (address) =>
        respondWithJson({
          ...createTestClientMetadata(address),
          application_type: 'native',
          grant_types: ['authorization_code', device],
        }),
      ),
    )
    const parameters = Object.fromEntries(new URLSearchParams(createAuthorizationUrl(agent).split('?')[1]))
    const pushed = (await postForm(app, '/par', agent, parameters)).json<{ request_uri: string }>()
    const browser = app.openBrowser()
    const sent = new URLSearchParams({ client_id: agent.id, request_uri: pushed.request_uri })
    const consent = await signInToInteraction(browser, interactionIdOf(await browser.send('GET', `/authorize?${sent}`)))
    expect(await rowsOf(app)).toEqual([])
    const code = authorizationCodeIn(new URL(redirectLocationOf(await allowConsent(browser, interactionIdOf(consent)))))
    expect(summarizeOAuthResponse(await exchangeCode(app, agent, code))).toBe('200')

    await app.database.queries.deleteFrom('applications').execute()
    const { device_code, user_code: userCode } = (
      await postForm(app, '/device/authorize', agent, { scope: 'openid' })
    ).json<{ device_code: string; user_code: string }>()
    const ask = () => postForm(app, '/token', agent, { grant_type: device, device_code })
    expect(summarizeOAuthResponse(await ask())).toBe('400 authorization_pending')
    expect((await browser.send('POST', '/api/device/read', { userCode })).json()).toMatchObject({
      application: { name: new URL(agent.id).host, unregistered: { claimedName: 'Helpful Agent' } },
    })
    expect((await browser.send('POST', '/api/device/approve', { userCode, withheld: [] })).statusCode).toBe(204)
    expect(summarizeOAuthResponse(await ask())).toBe('200')
    expect(await rowsOf(app)).toHaveLength(1)
  })

  test('O14 N17 a flood of documents is held up where it comes from, and what fails is not kept', async () => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({
      environment: { ...environment, COUNTERSIGN_CLIENT_DOCUMENTS_PER_NETWORK_PER_MINUTE: '3' },
    })
    const good = named(site.serve('/good.json', (address) => respondWithJson(createTestClientMetadata(address))))
    expect(await begin(app, good)).toMatch(/^\/sign-in/)
    const results = []
    for (let round = 0; round < 4; round++) results.push(await begin(app, named(`${site.origin}/missing.json`)))
    expect(results.map((place) => /code=([\w.]+)/.exec(place)?.[1])).toEqual([
      'application.document_unusable',
      'application.document_unusable',
      'rate.limited',
      'rate.limited',
    ])
    expect(site.countRequests()).toBe(3)
    // What is known needs no reading.
    expect(await begin(app, good)).toMatch(/^\/sign-in/)
    expect(summarizeOAuthResponse(await postForm(app, '/par', named(`${site.origin}/missing.json`), {}))).toBe(
      '429 temporarily_unavailable',
    )
    expect(await app.database.queries.selectFrom('client_documents').select('client_id').execute()).toHaveLength(1)
    app.pass(31 * 24 * 3_600_000)
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('client_documents').select('client_id').execute()).toEqual([])
  })
})

test('a document that was read before an application could say something goes on as one that does not say it', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const id = site.serve('/agent.json', (address) => respondWithJson(createTestClientMetadata(address)))
  await begin(app, named(id))
  const { queries } = app.database
  const { content } = await queries.selectFrom('client_documents').select('content').executeTakeFirstOrThrow()
  const stored = JSON.parse(content) as { definition: Record<string, unknown> }
  for (const name of ['hosts', 'preferredUsername', 'colours', 'chains']) delete stored.definition[name]
  await queries
    .updateTable('client_documents')
    .set({ content: JSON.stringify(stored) })
    .execute()
  expect((await findApplicationOrMetadataClient(queries, id))?.definition).toMatchObject({
    hosts: [],
    chains: [],
    colours: { light: null, dark: null },
    preferredUsername: 'display-name',
  })
})

test('O14 N17 where strangers keep all the room for documents, what people let in goes on', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const [known, other] = ['/known.json', '/other.json'].map((path) =>
    named(site.serve(path, (address) => respondWithJson(createTestClientMetadata(address)))),
  ) as [TestApplication, TestApplication]
  const browser = app.openBrowser()
  await completeAuthorization(browser, known)
  const { queries } = app.database
  const { content } = await queries.selectFrom('client_documents').select('content').executeTakeFirstOrThrow()
  // Used a moment ago, all of them; the one of the application was the oldest once.
  await queries.deleteFrom('client_documents').execute()
  const now = app.clock.now
  const row = (index: number) => ({
    client_id: `https://flood.example/${index}`,
    content,
    read_at: now,
    fresh_until: now,
    used_at: now,
  })
  for (let from = 0; from < 5000; from += 1000)
    await queries
      .insertInto('client_documents')
      .values(Array.from({ length: 1000 }, (_, index) => row(from + index)))
      .execute()
  expect((await completeAuthorization(browser, known)).searchParams.has('code')).toBe(true)
  expect(await begin(app, other)).toMatch(/^\/error/)
})

test('O14 N17 where strangers use up what all may have read, what people let in is read on', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment: { ...environment, COUNTERSIGN_CLIENT_DOCUMENTS_PER_MINUTE: '10' } })
  const serve = (path: string) =>
    named(site.serve(path, (address) => respondWithJson(createTestClientMetadata(address))))
  const [known, other] = [serve('/known.json'), serve('/other.json')]
  await completeAuthorization(app.openBrowser(), known)
  app.pass(24 * 3_600_000)
  const from = (address: string, agent: TestApplication) =>
    app.openBrowser({ address }).send('GET', createAuthorizationUrl(agent))
  for (let network = 1; network <= 12; network++)
    await from(`198.${network}.0.1`, named(`${site.origin}/missing-${network}.json`))
  expect(redirectLocationOf(await from('203.0.113.7', other))).toContain('rate.limited')
  expect(redirectLocationOf(await from('203.0.113.7', known))).toMatch(/^\/sign-in/)
})

test('O14 N17 eight that come at once wait for one reading', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const agent = named(site.serve('/agent.json', (address) => respondWithJson(createTestClientMetadata(address))))
  const places = await Promise.all(Array.from({ length: 8 }, () => begin(app, agent)))
  expect(new Set(places.map((place) => place.replace(/\?.*/, '')))).toEqual(new Set(['/sign-in']))
  expect(site.countRequests()).toBe(1)
})

test('O14 what an operator wrote down at such an id counts, and nothing is asked', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const id = site.serve('/agent.json', (address) =>
    respondWithJson({ ...createTestClientMetadata(address), client_name: 'Other' }),
  )
  const own = await addTestApplication(app, { id, kind: 'single-page' })
  const browser = app.openBrowser()
  expect(
    summarizeOAuthResponse(
      await exchangeCode(app, own, authorizationCodeIn(await completeAuthorization(browser, own))),
    ),
  ).toBe('200')
  expect([site.countRequests(), (await rowsOf(app)).map(({ origin }) => origin)]).toEqual([0, ['operator']])
})

test('O4 O14 a program on the device needs consent each time, on any port unless its document says that it is a website', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const serve = (path: string, changes: object) =>
    site.serve(path, (address) =>
      respondWithJson({
        ...createTestClientMetadata(address),
        redirect_uris: ['http://127.0.0.1/callback'],
        ...changes,
      }),
    )
  const browser = app.openBrowser()
  const native = named(serve('/native.json', { application_type: 'native' }), 'http://127.0.0.1:49152/callback')
  const plain = named(serve('/plain.json', {}), 'http://127.0.0.1:49152/callback')
  const web = named(serve('/web.json', { application_type: 'web' }), 'http://127.0.0.1/callback')
  for (const agent of [native, plain, web]) {
    expect((await completeAuthorization(browser, agent)).searchParams.has('code')).toBe(true)
    const again = await browser.send('GET', createAuthorizationUrl(agent))
    expect(redirectLocationOf(again)).toMatch(/^\/consent/)
    expect((await browser.send('GET', `/api/interactions/${interactionIdOf(again)}`)).json()).toMatchObject({
      staysHere: true,
    })
    expect(redirectLocationOf(await browser.send('GET', createAuthorizationUrl(agent, { prompt: 'none' })))).toContain(
      'error=',
    )
  }
  for (const [agent, redirectUri] of [
    [web, 'http://127.0.0.1:49152/callback'],
    [plain, 'http://127.0.0.1:49152/other'],
    [plain, 'http://evil.localhost:1/callback'],
    [plain, 'http://localhost:1/callback'],
    [plain, 'http://127.0.0.1:49152@evil.example/callback'],
  ] as const)
    expect([redirectUri, await begin(app, named(agent.id, redirectUri))]).toEqual([
      redirectUri,
      expect.stringMatching(/^\/error\?code=application\.address_unregistered/),
    ])
  // The code is bound to the port that asked.
  const code = authorizationCodeIn(await completeAuthorization(browser, plain))
  expect(
    summarizeOAuthResponse(await exchangeCode(app, named(plain.id, 'http://127.0.0.1:49153/callback'), code)),
  ).toBe('400 invalid_grant')
  expect(summarizeOAuthResponse(await exchangeCode(app, plain, code))).toBe('200')
})

test('O4 O14 an address of a document that no one is sent to here does not spoil the others, and stays refused', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdApp({ environment })
  const id = site.serve('/agent.json', (address) =>
    respondWithJson({
      ...createTestClientMetadata(address),
      redirect_uris: ['agent://callback', 'https://agent.example/callback', 7],
    }),
  )
  expect(await begin(app, named(id))).toMatch(/^\/sign-in/)
  expect(await begin(app, named(id, 'agent://callback'))).toMatch(/^\/error\?code=application\.address_unregistered/)
})

test.each(mcpClientMetadataExamples)(
  'O4 O14 signs in with the document of $program',
  async ({ document, redirectUri, usesAnyPort }) => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdAppWithRsaKey({ environment })
    const id = site.serve('/client.json', (address) => respondWithJson(document(address)))
    const browser = app.openBrowser()
    for (const uri of new Set([redirectUri(58_135), redirectUri(usesAnyPort ? 49_152 : 58_135)])) {
      const back = await completeAuthorization(browser, named(id, uri))
      expect(back.href.startsWith(`${uri}?code=`), back.href).toBe(true)
    }
    for (const wrong of ['http://evil.localhost:1/callback', `${redirectUri(58_135)}/more`])
      expect(await begin(app, named(id, wrong))).toMatch(/^\/error\?code=application\.address_unregistered/)
  },
)

test('O14 N2 a page that nobody registered reads its tokens, and no other page does', async () => {
  const site = await startClientMetadataSite()
  const app = await createOpenIdAppWithRsaKey({ environment })
  const agent = named(site.serve('/agent.json', (address) => respondWithJson(createTestClientMetadata(address))))
  const browser = app.openBrowser()
  const answers = []
  for (const origin of ['https://agent.example', site.origin, 'https://evil.example']) {
    const form = {
      grant_type: 'authorization_code',
      code: authorizationCodeIn(await completeAuthorization(browser, agent)),
      redirect_uri: agent.redirectUri,
      code_verifier: 'test-verifier-test-verifier-test-verifier-test',
    }
    const { headers } = await postForm(app, '/token', agent, form, { origin })
    answers.push(headers['access-control-allow-origin'])
  }
  expect(answers).toEqual(['https://agent.example', site.origin, undefined])
  const { headers } = await app.http.inject({
    url: '/.well-known/oauth-authorization-server',
    headers: { origin: 'https://agent.example' },
  })
  expect(headers['access-control-allow-origin']).toBe('https://agent.example')
})

describe('O14 a document is refused', () => {
  const secretKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }
  const faulty: readonly (readonly [string, (id: string) => MetadataResponder])[] = [
    [
      'of another client',
      (id) => respondWithJson({ ...createTestClientMetadata(id), client_id: id.replace('agent', 'other') }),
    ],
    ['that is no JSON', () => respondWithJson('<html>')],
    ['that is a list', () => respondWithJson([])],
    [
      'with a member twice',
      (id) => respondWithJson(`{"client_id":"x",${JSON.stringify(createTestClientMetadata(id)).slice(1)}`),
    ],
    ['with a secret', (id) => respondWithJson({ ...createTestClientMetadata(id), client_secret: 'x' })],
    [
      'with a shared secret as proof',
      (id) => respondWithJson({ ...createTestClientMetadata(id), token_endpoint_auth_method: 'client_secret_post' }),
    ],
    [
      'with a private key',
      (id) =>
        respondWithJson({
          ...createTestClientMetadata(id),
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: { keys: [secretKey] },
        }),
    ],
    [
      'with keys of another host',
      (id) =>
        respondWithJson({
          ...createTestClientMetadata(id),
          token_endpoint_auth_method: 'private_key_jwt',
          jwks_uri: 'https://evil.example/jwks',
        }),
    ],
    ['without redirect addresses', (id) => respondWithJson({ ...createTestClientMetadata(id), redirect_uris: [] })],
    [
      'that sends people into their network',
      (id) => respondWithJson({ ...createTestClientMetadata(id), redirect_uris: ['https://192.168.0.1/callback'] }),
    ],
    [
      'that sends people to a script',
      (id) => respondWithJson({ ...createTestClientMetadata(id), redirect_uris: ['javascript:alert(1)'] }),
    ],
    [
      'that is not said to be JSON',
      (id) => respondWithJson(createTestClientMetadata(id), { 'content-type': 'text/html' }),
    ],
    ['that is too large', (id) => respondWithJson({ ...createTestClientMetadata(id), padding: 'x'.repeat(6000) })],
    [
      'that is somewhere else',
      () => (_request, response) => response.writeHead(302, { location: '/other.json' }).end(),
    ],
    [
      'that is an error',
      (id) => (_request, response) => {
        response
          .writeHead(203, { 'content-type': 'application/json' })
          .end(JSON.stringify(createTestClientMetadata(id)))
      },
    ],
  ]
  test.each(faulty)('%s', async (_, answer) => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdAppWithRsaKey({ environment })
    site.serve('/other.json', (address) => respondWithJson(createTestClientMetadata(address)))
    const id = site.serve('/agent.json', answer)
    expect(await begin(app, named(id))).toMatch(/^\/error\?code=application\.document_unusable/)
    expect(summarizeOAuthResponse(await postForm(app, '/par', named(id), {}))).toBe('400 invalid_client')
    expect(await app.database.queries.selectFrom('client_documents').select('client_id').execute()).toEqual([])
  })

  test('O9 of a host inside, or one that nobody lists, without asking it', async () => {
    const site = await startClientMetadataSite()
    const id = site.serve('/agent.json', (address) => respondWithJson(createTestClientMetadata(address)))
    for (const [hosts, code] of [
      ['', 'application.unknown'],
      ['agent.example', 'application.unknown'],
      ['*', 'application.unknown'],
      ['*,localhost', ''],
    ] as const) {
      const app = await createOpenIdAppWithRsaKey({
        environment: { ...environment, COUNTERSIGN_CLIENT_DOCUMENT_HOSTS: hosts },
      })
      expect([hosts, /code=([\w.]+)/.exec(await begin(app, named(id)))?.[1] ?? '']).toEqual([hosts, code])
    }
    expect(site.countRequests()).toBe(1)
    // Any host is any host of the internet, whatever is allowed to applications of the operator.
    const app = await createOpenIdAppWithRsaKey({
      environment: { ...environment, COUNTERSIGN_CLIENT_DOCUMENT_HOSTS: '*' },
    })
    expect(await begin(app, named('https://localhost.localdomain.invalid/agent.json'))).toContain('document_unusable')
    for (const address of [
      'https://127.0.0.1/agent.json',
      'https://[::1]/agent.json',
      'https://169.254.169.254/latest',
    ])
      expect(await begin(app, named(address))).toContain('application.unknown')
    expect(site.countRequests()).toBe(1)
  })
})

describe('a document whose address is also a resource', () => {
  const prepare = async (resource: object, database: DatabaseKind = 'sqlite') => {
    const site = await startClientMetadataSite()
    const app = await createOpenIdApp({ database, environment })
    const id = site.serve('/agent.json', (address) =>
      respondWithJson({
        ...createTestClientMetadata(address),
        post_logout_redirect_uris: ['https://agent.example/out'],
      }),
    )
    await addTestResource(app, { resource: id, openTo: 'everyone', subjects: 'by-application', ...resource })
    return { app, id, agent: named(id), browser: app.openBrowser() }
  }

  test('O7 gets access tokens that are no hint to who somebody is', async () => {
    const { app, id, agent, browser } = await prepare({})
    const back = await completeAuthorization(browser, agent, { scope: 'openid read', resource: id })
    const tokens = (await exchangeCode(app, agent, authorizationCodeIn(back), { resource: id })).json<TokenResponse>()
    expect(decodeTokenPayload(tokens.access_token)).toMatchObject({
      aud: id,
      sub: decodeTokenPayload(tokens.id_token)['sub'],
    })
    const ask = async (hint: string) => {
      const url = createAuthorizationUrl(agent, {
        prompt: 'none',
        scope: 'openid read',
        resource: id,
        id_token_hint: hint,
      })
      return new URL(redirectLocationOf(await browser.send('GET', url))).searchParams.get('error')
    }
    expect([await ask(tokens.id_token), await ask(tokens.access_token)]).toEqual([null, 'invalid_request'])
    const signOut = async (hint: string) =>
      redirectLocationOf(await browser.send('GET', `/end-session?${new URLSearchParams({ id_token_hint: hint })}`))
    expect(await signOut(tokens.access_token)).toMatch(/^\/error\?/)
    expect(await signOut(tokens.id_token)).toMatch(/^\/sign-out/)
  })

  testOnBothDatabases('O7 is refused where the tokens of the resource have the type JWT', async (kind) => {
    const { app, agent } = await prepare({ tokenType: 'JWT' }, kind)
    expect(await begin(app, agent)).toMatch(/^\/error\?code=application\.document_unusable/)
    expect(await rowsOf(app)).toEqual([])
  })

  testOnBothDatabases('O7 keeps the tokens of the resource from getting the type JWT', async (kind) => {
    const { app, id, agent, browser } = await prepare({}, kind)
    await completeAuthorization(browser, agent)
    await expect(changeTestResource(app, { resource: id, openTo: 'everyone', tokenType: 'JWT' })).rejects.toThrow(
      'names-client',
    )
    const other = 'https://localhost:1/agent.json'
    await addTestResource(app, { resource: other, tokenType: 'JWT' })
  })
})
