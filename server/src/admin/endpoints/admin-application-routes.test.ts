// Tests of the admin application endpoints.
import sharp from 'sharp'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyClientSecret } from '../../store/applications/validate-and-verify-client-secret.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { listApplicationAuditEntriesForTests } from '../../testing/list-application-audit-entries-for-tests.ts'

const path = '/api/admin/applications'

type InFull = AdminApiEndpointOutput<'readApplication'>

const wiki = { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] }

type Made = AdminApiEndpointOutput<'createApplication'>

describe('admin application endpoints', () => {
  test('create an application, return its secret only once, and log which admin did it', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
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
    expect(made.clientSettings).toContainEqual({
      name: 'client secret',
      value: made.secret,
      about: 'The secret is shown only once.',
    })
    const record = await findApplicationById(app.database.queries, 'wiki')
    expect(verifyClientSecret(record!, made.secret!, app.clock.now)).toBe(true)
    const read = (await browser.send('GET', `${path}/wiki`)).json<InFull>()
    expect(read).toMatchObject({
      definition: {
        id: 'wiki',
        redirectUris: wiki.redirectUris,
        signInMethods: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
      },
      hasSecret: true,
      previousSecretUntil: null,
      live: 0,
    })
    expect(JSON.stringify(read)).not.toContain(made.secret)
    expect(read.clientSettings.map(({ name }) => name)).not.toContain('client secret')
    expect(read.signIns).toHaveLength(30)
    expect(read.signIns.at(-1)).toEqual({ day: '2026-01-15', count: 0 })
    expect((await browser.send('POST', path, { definition: wiki })).json()).toMatchObject({
      code: 'application.already_exists',
    })
    expect(await listApplicationAuditEntriesForTests(app, 'application.added')).toEqual([
      { applicationId: 'wiki', kind: 'web', by: personId },
    ])
  })

  testOnBothDatabases('refuse a change as a conflict if another admin changed the application', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    const other = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
    await browser.send('POST', path, { definition: wiki })
    const { changedAt, definition } = (await browser.send('GET', `${path}/wiki`)).json<InFull>()
    const change = (by: typeof browser, name: string, at = changedAt) =>
      by.send('PUT', `${path}/wiki`, { definition: { ...definition, name }, changedAt: at })
    const answers = await Promise.all([change(browser, 'Our wiki'), change(other.browser, 'Their wiki')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'application.conflict',
    })
    // Even changes made at the same clock time get different `changedAt` values.
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
    expect(await listApplicationAuditEntriesForTests(app, 'application.changed')).toHaveLength(2)
    expect((await listApplicationAuditEntriesForTests(app, 'application.changed')).at(-1)).toMatchObject({
      applicationId: 'wiki',
      by: personId,
    })
  })

  testOnBothDatabases('a partial change keeps the stored values of omitted members', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    const requires = [{ claim: 'name', reason: 'Shown next to what you write.' }]
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
      errors: [],
      definition: { name: 'Handbook', openPaths: site.openPaths, requires },
    })
    expect((await browser.send('PUT', `${path}/docs`, { ...change, changedAt })).json<Made>().changes).toHaveLength(1)
    const { definition } = (await browser.send('GET', `${path}/docs`)).json<InFull>()
    expect(definition).toMatchObject({ name: 'Handbook', openPaths: site.openPaths, requires })
  })

  testOnBothDatabases('rotate a secret with an overlap that can be ended early', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
    const { secret: first } = (await browser.send('POST', path, { definition: wiki })).json<Made>()
    const rotated = (await browser.send('POST', `${path}/wiki/secret`, { overlapSeconds: 3600 })).json<
      AdminApiEndpointOutput<'rotateApplicationSecret'>
    >()
    const works = async (secret: string | null) =>
      verifyClientSecret((await findApplicationById(app.database.queries, 'wiki'))!, secret!, app.clock.now)
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
      code: 'application.no_secret',
    })
    expect(JSON.stringify(await listApplicationAuditEntriesForTests(app, 'application.secret_rotated'))).not.toContain(
      rotated.secret,
    )
  })

  test('set a logo, disable, enable and remove an application, and log which admin did it', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
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
    ).toMatchObject({ code: 'picture.invalid' })
    // A truncated picture is refused (THREATS P7).
    expect(
      (await browser.send('PUT', `${path}/wiki/logo`, { content: picture.subarray(0, 33).toString('base64') })).json(),
    ).toMatchObject({ code: 'picture.invalid' })
    expect((await browser.send('DELETE', `${path}/wiki/logo`)).statusCode).toBe(204)
    expect((await browser.send('GET', `${path}/wiki`)).json<InFull>().logo).toBeNull()
    for (const [step, type] of [
      ['disable', 'application.disabled'],
      ['enable', 'application.enabled'],
    ] as const) {
      expect((await browser.send('POST', `${path}/wiki/${step}`)).statusCode).toBe(204)
      expect(await listApplicationAuditEntriesForTests(app, type)).toEqual([{ applicationId: 'wiki', by: personId }])
    }
    expect((await browser.send('DELETE', `${path}/wiki`)).statusCode).toBe(204)
    expect(await listApplicationAuditEntriesForTests(app, 'application.removed')).toEqual([
      { applicationId: 'wiki', by: personId },
    ])
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
})
