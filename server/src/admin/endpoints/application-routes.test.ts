// Applications from the administration: found, made, changed, given other secrets, disabled and removed, and who is said to have done it.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addApplication } from '../../store/applications/add-application.ts'
import { verifyClientSecret } from '../../store/applications/client-secret.ts'
import { findApplication } from '../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { createTestApplicationDefinition } from '../../testing/test-application-definitions.ts'
import { addTestApplication, completeAuthorization, createOpenIdApp } from '../../testing/test-openid.ts'
import { openBrowserWithRole } from '../../testing/test-roles.ts'
import { listPresetSettings } from './application-presets.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

const path = '/api/admin/applications'
const wiki = { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] }
type Made = AdminEndpointOutput<'createApplication'>
type InFull = AdminEndpointOutput<'readApplication'>

const linesOf = async ({ database }: TestApp, type: string) => {
  await sequenceAllEntries(database.queries)
  const rows = await database.queries
    .selectFrom('events')
    .innerJoin('event_evidence', 'event_evidence.sequence', 'events.sequence')
    .select(['details', 'content'])
    .where('type', '=', type)
    .orderBy('events.sequence')
    .execute()
  return rows.map(({ details, content }) => ({
    ...(JSON.parse(details) as object),
    by: (JSON.parse(content) as { actorId?: string }).actorId,
  }))
}

describe('applications from the administration', () => {
  test('email aliases are refused where the server has no alias domain', async () => {
    const definition = { ...wiki, email: 'alias' }
    const app = await createTestApp()
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    const refused = await browser.send('POST', path, { definition })
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'application.faulty', field: 'definition.email' }),
    ])
    expect(await findApplication(app.database.queries, 'wiki')).toBeUndefined()
    const named = await createTestApp({ environment: { COUNTERSIGN_ALIAS_DOMAIN: 'users.example' } })
    const other = await openBrowserWithRole(named, testKeys.alice, 'administrator')
    expect((await other.browser.send('POST', path, { definition })).statusCode).toBe(200)
  })

  test('one is made with its secret told once, and the log says by whom', async () => {
    const app = await createTestApp()
    const { browser, personId } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    const answer = await browser.send('POST', path, { definition: wiki })
    const made = answer.json<Made>()
    expect(made).toMatchObject({
      application: {
        id: 'wiki',
        name: 'Wiki',
        kind: 'web',
        enabled: true,
        people: 0,
        lastUsedAt: null,
        origin: 'operator',
      },
      changes: [],
    })
    expect(made.paste).toContainEqual({ name: 'client secret', value: made.secret, about: 'Shown only now.' })
    const record = await findApplication(app.database.queries, 'wiki')
    expect(verifyClientSecret(record!, made.secret!, app.clock.now)).toBe(true)
    const read = (await browser.send('GET', `${path}/wiki`)).json<InFull>()
    expect(read).toMatchObject({
      definition: {
        id: 'wiki',
        redirectUris: wiki.redirectUris,
        ways: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
      },
      hasSecret: true,
      previousSecretUntil: null,
      live: 0,
    })
    expect(JSON.stringify(read)).not.toContain(made.secret)
    expect(read.paste.map(({ name }) => name)).not.toContain('client secret')
    expect(read.signIns).toHaveLength(30)
    expect(read.signIns.at(-1)).toEqual({ day: '2026-01-15', count: 0 })
    expect((await browser.send('POST', path, { definition: wiki })).json()).toMatchObject({ code: 'application.taken' })
    expect(await linesOf(app, 'application.added')).toEqual([{ applicationId: 'wiki', kind: 'web', by: personId }])
  })

  test('a definition is checked as it is typed, and nothing comes of that', async () => {
    const app = await createTestApp()
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'auditor')
    await addTestApplication(app)
    const check = async (definition: object, replaces?: string) =>
      (await browser.send('POST', `${path}/check`, { definition, ...(replaces !== undefined && { replaces }) })).json<
        AdminEndpointOutput<'checkApplication'>
      >()
    const pathsOf = async (definition: object, replaces?: string) =>
      (await check(definition, replaces)).faults.map((fault) => fault.path)
    expect(
      await pathsOf({ ...wiki, redirectUris: ['http://wiki.example/callback', 'https://wiki.example/*'] }),
    ).toEqual(['redirectUris[0]', 'redirectUris[1]'])
    expect(await pathsOf({ ...wiki, id: 'test-app' })).toEqual(['id'])
    expect(await pathsOf({ ...wiki, allowedGroups: ['nobody'] })).toEqual(['allowedGroups[0]'])
    expect(await pathsOf({ ...wiki, ways: [] })).toEqual(['ways'])
    expect(await pathsOf({ ...wiki, ways: ['key'], chains: ['8453'] })).toEqual(['chains'])
    expect(await pathsOf({ ...wiki, chains: ['0x1'] })).toEqual(['chains[0]'])
    expect(await pathsOf({ ...wiki, colours: { light: '#c0a060', dark: 'red' } })).toEqual([
      'colours.light',
      'colours.dark',
    ])
    expect(await pathsOf({ ...wiki, colours: { light: '#14573f', dark: null, third: 1 } })).toEqual(['colours.third'])
    expect(await pathsOf(wiki, 'test-app')).toEqual(['id'])
    expect(
      (await browser.send('POST', `${path}/check`, { definition: wiki, replaces: 'nothing' })).json(),
    ).toMatchObject({ code: 'application.not_found' })
    const sound = await check(wiki)
    expect(sound).toMatchObject({ faults: [], definition: { id: 'wiki', authentication: 'client_secret_basic' } })
    expect(sound.paste).toContainEqual({ name: 'client id', value: 'wiki', about: 'Who the application is here.' })
    expect(await findApplication(app.database.queries, 'wiki')).toBeUndefined()
    expect(await linesOf(app, 'application.added')).toHaveLength(1)
  })

  test('each error of a definition has a path, a message, a code and the values of its text', async () => {
    const app = await createTestApp()
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'auditor')
    const redirectUris = ['http://wiki.example/callback', 'https://WIKI.example/callback']
    const faultsOf = async (definition: object) =>
      (await browser.send('POST', `${path}/check`, { definition })).json<AdminEndpointOutput<'checkApplication'>>()
        .faults
    expect(await faultsOf({ ...wiki, redirectUris })).toEqual([
      {
        path: 'redirectUris[0]',
        message: 'must begin with "https://"; plain http is for localhost, 127.0.0.1 and [::1] alone',
        code: 'address_http',
        values: {},
      },
      {
        path: 'redirectUris[1]',
        message: 'must be written as browsers write it: "https://wiki.example/callback"',
        code: 'address_printed',
        values: { address: 'https://wiki.example/callback' },
      },
    ])
    expect(await faultsOf({ ...wiki, ways: [] })).toEqual([
      {
        path: 'ways',
        message: 'must have at least one entry: nobody could sign in',
        code: 'ways_needed',
        values: {},
      },
    ])
  })

  test('a faulty definition is refused by its first fault, and a sector is asked for before it counts', async () => {
    const app = await createTestApp()
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    expect((await browser.send('POST', path, { definition: { ...wiki, kind: 'page' } })).json()).toMatchObject({
      code: 'application.faulty',
      field: 'definition.kind',
    })
    const foreign = { ...wiki, sectorIdentifierUri: 'https://127.0.0.1/sector.json' }
    expect((await browser.send('POST', path, { definition: foreign })).json()).toMatchObject({
      code: 'application.faulty',
      field: 'definition.sectorIdentifierUri',
    })
    expect(await findApplication(app.database.queries, 'wiki')).toBeUndefined()
  })

  testOnBothDatabases('of two who change one at once, the second is told to look again', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    const other = await openBrowserWithRole(app, testKeys.bob, 'owner')
    await browser.send('POST', path, { definition: wiki })
    const { changedAt, definition } = (await browser.send('GET', `${path}/wiki`)).json<InFull>()
    const change = (by: typeof browser, name: string, at = changedAt) =>
      by.send('PUT', `${path}/wiki`, { definition: { ...definition, name }, changedAt: at })
    const answers = await Promise.all([change(browser, 'Our wiki'), change(other.browser, 'Their wiki')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'application.changed_meanwhile',
    })
    // The clock stands still: two changes are told apart all the same.
    const now = (await browser.send('GET', `${path}/wiki`)).json<InFull>()
    expect(now.changedAt > changedAt).toBe(true)
    expect((await change(browser, 'Wiki of all', now.changedAt)).json<Made>()).toMatchObject({
      changes: [expect.stringMatching(/^name .* → Wiki of all$/)],
      secret: null,
    })
    expect(
      (
        await change(browser, 'Wiki of all', (await browser.send('GET', `${path}/wiki`)).json<InFull>().changedAt)
      ).json<Made>().changes,
    ).toEqual([])
    expect((await browser.send('PUT', `${path}/nothing`, { definition, changedAt })).json()).toMatchObject({
      code: 'application.not_found',
    })
    expect(await linesOf(app, 'application.changed')).toHaveLength(2)
    expect((await linesOf(app, 'application.changed')).at(-1)).toMatchObject({ applicationId: 'wiki', by: personId })
  })

  testOnBothDatabases('a partial change keeps the stored value of every member that it leaves out', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    const requires = [{ claim: 'name', reason: 'Shown beside what you write.' }]
    const site = {
      id: 'docs',
      name: 'Docs',
      kind: 'site',
      hosts: ['docs.example'],
      openPaths: ['/manifest.json'],
      requires,
    }
    await browser.send('POST', path, { definition: site })
    const { changedAt } = (await browser.send('GET', `${path}/docs`)).json<InFull>()
    const change = { definition: { name: 'Handbook' }, partial: true }
    expect((await browser.send('POST', `${path}/check`, { ...change, replaces: 'docs' })).json()).toMatchObject({
      faults: [],
      definition: { name: 'Handbook', openPaths: site.openPaths, requires },
    })
    expect((await browser.send('PUT', `${path}/docs`, { ...change, changedAt })).json<Made>().changes).toHaveLength(1)
    const { definition } = (await browser.send('GET', `${path}/docs`)).json<InFull>()
    expect(definition).toMatchObject({ name: 'Handbook', openPaths: site.openPaths, requires })
  })

  testOnBothDatabases('a secret is followed by another with an overlap, which can be ended', async (kind) => {
    const app = await createTestApp({ database: kind })
    const { browser } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    const { secret: first } = (await browser.send('POST', path, { definition: wiki })).json<Made>()
    const rotated = (await browser.send('POST', `${path}/wiki/secret`, { overlapSeconds: 3600 })).json<
      AdminEndpointOutput<'rotateApplicationSecret'>
    >()
    const works = async (secret: string | null) =>
      verifyClientSecret((await findApplication(app.database.queries, 'wiki'))!, secret!, app.clock.now)
    expect([await works(first), await works(rotated.secret)]).toEqual([true, true])
    expect((await browser.send('GET', `${path}/wiki`)).json<InFull>().previousSecretUntil).toBe(
      rotated.previousWorksUntil,
    )
    expect((await browser.send('DELETE', `${path}/wiki/previous-secret`)).statusCode).toBe(204)
    expect([await works(first), await works(rotated.secret)]).toEqual([false, true])
    expect((await browser.send('POST', `${path}/wiki/secret`, { overlapSeconds: 0 })).json()).toMatchObject({
      previousWorksUntil: null,
    })
    expect(await works(rotated.secret)).toBe(false)
    await browser.send('POST', path, {
      definition: { id: 'page', name: 'Page', kind: 'single-page', redirectUris: ['https://page.example/'] },
    })
    expect((await browser.send('POST', `${path}/page/secret`, { overlapSeconds: 0 })).json()).toMatchObject({
      code: 'application.without_secret',
    })
    expect(JSON.stringify(await linesOf(app, 'application.secret_rotated'))).not.toContain(rotated.secret)
  })

  test('one is given a logo, disabled, enabled and removed, each in the name of who did it', async () => {
    const app = await createTestApp()
    const { browser, personId } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
    await browser.send('POST', path, { definition: wiki })
    const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#c03' } })
      .png()
      .toBuffer()
    const content = picture.toString('base64')
    expect((await browser.send('PUT', `${path}/wiki/logo`, { content })).statusCode).toBe(204)
    expect((await browser.send('GET', `${path}/wiki`)).json<InFull>().logo).toMatch(
      /^\/api\/applications\/wiki\/logo\?v=/,
    )
    expect(
      (await browser.send('PUT', `${path}/wiki/logo`, { content: Buffer.from('<svg/>').toString('base64') })).json(),
    ).toMatchObject({ code: 'picture.unreadable' })
    // Its head alone is no picture (THREATS P7).
    expect(
      (await browser.send('PUT', `${path}/wiki/logo`, { content: picture.subarray(0, 33).toString('base64') })).json(),
    ).toMatchObject({ code: 'picture.unreadable' })
    expect((await browser.send('DELETE', `${path}/wiki/logo`)).statusCode).toBe(204)
    expect((await browser.send('GET', `${path}/wiki`)).json<InFull>().logo).toBeNull()
    for (const [step, type] of [
      ['disable', 'application.disabled'],
      ['enable', 'application.enabled'],
    ] as const) {
      expect((await browser.send('POST', `${path}/wiki/${step}`)).statusCode).toBe(204)
      expect(await linesOf(app, type)).toEqual([{ applicationId: 'wiki', by: personId }])
    }
    expect((await browser.send('DELETE', `${path}/wiki`)).statusCode).toBe(204)
    expect(await linesOf(app, 'application.removed')).toEqual([{ applicationId: 'wiki', by: personId }])
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/disable'],
      ['POST', '/enable'],
      ['DELETE', '/logo'],
      ['DELETE', '/previous-secret'],
    ] as const) {
      expect((await browser.send(method, `${path}/wiki${rest}`)).json()).toMatchObject({
        code: 'application.not_found',
      })
    }
  })

  testOnBothDatabases(
    'the list is searched, narrowed down, sorted, and read page by page without a gap',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const { browser } = await openBrowserWithRole(app, testKeys.alice, 'auditor')
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
        return answer.json<AdminEndpointOutput<'listApplications'>>()
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
          const page: AdminEndpointOutput<'listApplications'> = await list({
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
      // A word of the stored form itself is no part of an address, and signs of a pattern are letters.
      expect([await idsOf('redirectUris'), await idsOf('pairwise'), await idsOf('%'), await idsOf('host-1_.')]).toEqual(
        [[], [], [], []],
      )
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
    },
  )

  testOnBothDatabases(
    'its use is counted: people, live ones, and sign-ins by the day, also those that are long counted',
    async (kind) => {
      const app = await createOpenIdApp({ database: kind })
      const { browser } = await openBrowserWithRole(app, testKeys.alice, 'auditor')
      const application = await addTestApplication(app)
      const other = app.openBrowser()
      await completeAuthorization(other, application, {}, { key: createTestKey(31) })
      app.pass(86_400_000)
      await app.pruneExpired()
      await completeAuthorization(other, application)
      await completeAuthorization(app.openBrowser(), application, {}, { key: createTestKey(32) })
      await browser.signIn(testKeys.alice)
      await browser.stepUp(testKeys.alice)
      await sequenceAllEntries(app.database.queries)
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

test('every program and kind that is offered makes a sound application, and is told by its own names', async () => {
  const app = await createTestApp({ environment: { COUNTERSIGN_ALIAS_DOMAIN: 'users.example' } })
  const { browser } = await openBrowserWithRole(app, testKeys.alice, 'administrator')
  const { programs, kinds } = (await browser.send('GET', '/api/admin/presets')).json<
    AdminEndpointOutput<'readPresets'>
  >()
  expect(kinds.map(({ kind }) => kind)).toEqual(['web', 'single-page', 'native', 'device', 'machine', 'site'])
  for (const { id, definition, asks } of programs) {
    const filled = JSON.parse(
      asks.reduce((text, { name, example }) => text.replaceAll(`{${name}}`, example), JSON.stringify(definition)),
    ) as Record<string, unknown>
    const answer = await browser.send('POST', path, { definition: filled })
    expect(answer.statusCode, `${id}: ${answer.body}`).toBe(200)
    const { paste, secret } = answer.json<Made>()
    expect(JSON.stringify(paste)).not.toContain('{address}')
    expect(
      paste.filter(({ value }) => value === 'https://sign-in.example' || value.startsWith('https://sign-in.example/'))
        .length,
    ).toBeGreaterThan(1)
    if (secret !== null) expect(paste.filter(({ value }) => value.includes(secret))).toHaveLength(2)
  }
  // What is for trying out is offered where somebody tries out, and is told as one command.
  expect(programs.map(({ id }) => id)).not.toContain('countersign-example')
  const local = await createTestApp({ environment: { COUNTERSIGN_ORIGIN: 'http://localhost:3000' } })
  const owner = await openBrowserWithRole(local, testKeys.alice, 'owner')
  const { programs: offered } = (await owner.browser.send('GET', '/api/admin/presets')).json<
    AdminEndpointOutput<'readPresets'>
  >()
  const example = await owner.browser.send('POST', path, {
    definition: offered.find(({ id }) => id === 'countersign-example')?.definition,
  })
  expect(example.statusCode, example.body).toBe(200)
  const { paste: told, secret: itsSecret } = example.json<Made>()
  expect(told[0]).toEqual({
    name: 'command',
    value: `ISSUER=http://localhost:3000 ORIGIN=http://localhost:3001 CLIENT_ID=countersign-example CLIENT_SECRET=${itsSecret} npx node examples/src/web-application.ts`,
    about: 'In a second terminal, in the folder of Countersign. Then open http://localhost:3001 and sign in there.',
  })

  const below = createTestApplicationDefinition({ redirectUris: ['https://tools.example/grafana/login/generic_oauth'] })
  expect(await listPresetSettings('https://sign-in.example', below, null)).toContainEqual({
    name: 'signout_redirect_url',
    value:
      'https://sign-in.example/end-session?client_id=grafana&post_logout_redirect_uri=https://tools.example/grafana/login',
    about: '',
  })
  expect(await listPresetSettings('https://sign-in.example', createTestApplicationDefinition(), null)).toEqual([])
})
