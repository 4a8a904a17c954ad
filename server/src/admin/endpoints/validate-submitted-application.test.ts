// Tests of application definition validation and presets.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { createTestApplicationDefinition } from '../../testing/application-definition-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { listPresetSettingsOfApplication } from './list-application-presets.ts'
import { listApplicationAuditEntriesForTests } from '../../testing/list-application-audit-entries-for-tests.ts'

const path = '/api/admin/applications'

const wiki = { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] }

type Made = AdminApiEndpointOutput<'createApplication'>

describe('admin application endpoints', () => {
  test('refuse email aliases if the server has no alias domain', async () => {
    const definition = { ...wiki, email: 'alias' }
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    const refused = await browser.send('POST', path, { definition })
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'application.invalid', field: 'definition.email' }),
    ])
    expect(await findApplicationById(app.database.queries, 'wiki')).toBeUndefined()
    const named = await createTestServer({ environment: { COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'users.example' } })
    const other = await openBrowserWithRole(named, ethereumTestKeys.alice, 'administrator')
    expect((await other.browser.send('POST', path, { definition })).statusCode).toBe(200)
  })

  test('check a definition without saving it', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    await addTestClientApplication(app)
    const check = async (definition: object, replaces?: string) =>
      (await browser.send('POST', `${path}/check`, { definition, ...(replaces !== undefined && { replaces }) })).json<
        AdminApiEndpointOutput<'checkApplication'>
      >()
    const pathsOf = async (definition: object, replaces?: string) =>
      (await check(definition, replaces)).errors.map((fault) => fault.path)
    expect(
      await pathsOf({ ...wiki, redirectUris: ['http://wiki.example/callback', 'https://wiki.example/*'] }),
    ).toEqual(['redirectUris[0]', 'redirectUris[1]'])
    expect(await pathsOf({ ...wiki, id: 'test-app' })).toEqual(['id'])
    expect(await pathsOf({ ...wiki, allowedGroups: ['nobody'] })).toEqual(['allowedGroups[0]'])
    expect(await pathsOf({ ...wiki, signInMethods: [] })).toEqual(['signInMethods'])
    expect(await pathsOf({ ...wiki, signInMethods: ['key'], chains: ['8453'] })).toEqual(['chains'])
    expect(await pathsOf({ ...wiki, chains: ['0x1'] })).toEqual(['chains[0]'])
    expect(await pathsOf({ ...wiki, colors: { light: '#c0a060', dark: 'red' } })).toEqual([
      'colors.light',
      'colors.dark',
    ])
    expect(await pathsOf({ ...wiki, colors: { light: '#14573f', dark: null, third: 1 } })).toEqual(['colors.third'])
    expect(await pathsOf(wiki, 'test-app')).toEqual(['id'])
    expect(
      (await browser.send('POST', `${path}/check`, { definition: wiki, replaces: 'nothing' })).json(),
    ).toMatchObject({ code: 'application.not_found' })
    const sound = await check(wiki)
    expect(sound).toMatchObject({ errors: [], definition: { id: 'wiki', authentication: 'client_secret_basic' } })
    expect(sound.clientSettings).toContainEqual({
      name: 'client id',
      value: 'wiki',
      about: 'The ID of the application on this server.',
    })
    expect(await findApplicationById(app.database.queries, 'wiki')).toBeUndefined()
    expect(await listApplicationAuditEntriesForTests(app, 'application.added')).toHaveLength(1)
  })

  test('report a path, message, code and values for each definition error', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const redirectUris = ['http://wiki.example/callback', 'https://WIKI.example/callback']
    const faultsOf = async (definition: object) =>
      (await browser.send('POST', `${path}/check`, { definition })).json<AdminApiEndpointOutput<'checkApplication'>>()
        .errors
    expect(await faultsOf({ ...wiki, redirectUris })).toEqual([
      {
        path: 'redirectUris[0]',
        message: 'must start with "https://"; plain http is allowed only for localhost, 127.0.0.1 and [::1]',
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
    expect(await faultsOf({ ...wiki, signInMethods: [] })).toEqual([
      {
        path: 'signInMethods',
        message: 'must have at least one entry, or no one could sign in',
        code: 'sign_in_methods_needed',
        values: {},
      },
    ])
  })

  test('refuse an invalid definition with its first error, and check its sector before saving', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    expect((await browser.send('POST', path, { definition: { ...wiki, kind: 'page' } })).json()).toMatchObject({
      code: 'application.invalid',
      field: 'definition.kind',
    })
    const foreign = { ...wiki, sectorIdentifierUri: 'https://127.0.0.1/sector.json' }
    expect((await browser.send('POST', path, { definition: foreign })).json()).toMatchObject({
      code: 'application.invalid',
      field: 'definition.sectorIdentifierUri',
    })
    expect(await findApplicationById(app.database.queries, 'wiki')).toBeUndefined()
  })
})

test('every preset yields a valid application with client settings in the terms of the program', async () => {
  const app = await createTestServer({ environment: { COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'users.example' } })
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
  const { programs, kinds } = (await browser.send('GET', '/api/admin/presets')).json<
    AdminApiEndpointOutput<'readPresets'>
  >()
  expect(kinds.map(({ kind }) => kind)).toEqual(['web', 'single-page', 'native', 'device', 'machine', 'site'])
  for (const { id, definition, asks } of programs) {
    const filled = JSON.parse(
      asks.reduce((text, { name, example }) => text.replaceAll(`{${name}}`, example), JSON.stringify(definition)),
    ) as Record<string, unknown>
    const answer = await browser.send('POST', path, { definition: filled })
    expect(answer.statusCode, `${id}: ${answer.body}`).toBe(200)
    const { clientSettings: paste, secret } = answer.json<Made>()
    expect(JSON.stringify(paste)).not.toContain('{address}')
    expect(
      paste.filter(({ value }) => value === 'https://sign-in.example' || value.startsWith('https://sign-in.example/'))
        .length,
    ).toBeGreaterThan(1)
    if (secret !== null) expect(paste.filter(({ value }) => value.includes(secret))).toHaveLength(2)
  }
  expect(programs.map(({ id }) => id)).not.toContain('countersign-example')
  const local = await createTestServer({ environment: { COUNTERSIGN_ORIGIN: 'http://localhost:3000' } })
  const owner = await openBrowserWithRole(local, ethereumTestKeys.alice, 'owner')
  const { programs: offered } = (await owner.browser.send('GET', '/api/admin/presets')).json<
    AdminApiEndpointOutput<'readPresets'>
  >()
  const example = await owner.browser.send('POST', path, {
    definition: offered.find(({ id }) => id === 'countersign-example')?.definition,
  })
  expect(example.statusCode, example.body).toBe(200)
  const { clientSettings: exampleSettings, secret: itsSecret } = example.json<Made>()
  expect(exampleSettings[0]).toEqual({
    name: 'command',
    value: `ISSUER=http://localhost:3000 ORIGIN=http://localhost:3001 CLIENT_ID=countersign-example CLIENT_SECRET=${itsSecret} npx node examples/src/example-oidc-client.ts`,
    about: 'Run it in a second terminal, in the Countersign folder. Then open http://localhost:3001 and sign in there.',
  })

  const below = createTestApplicationDefinition({ redirectUris: ['https://tools.example/grafana/login/generic_oauth'] })
  expect(await listPresetSettingsOfApplication('https://sign-in.example', below, null)).toContainEqual({
    name: 'signout_redirect_url',
    value:
      'https://sign-in.example/end-session?client_id=grafana&post_logout_redirect_uri=https://tools.example/grafana/login',
    about: '',
  })
  expect(
    await listPresetSettingsOfApplication('https://sign-in.example', createTestApplicationDefinition(), null),
  ).toEqual([])
})
