// Tests of the branding.
import { brandingJsonElementId } from '@countersign/api/site-branding-types'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { htmlFileByPagePath } from '@countersign/api/page-html-files'
import { htmlFileByAdminPagePath } from '@countersign/api/page-html-files'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import type { BrandingWithLogo } from './branding-settings-store.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const path = '/api/admin/settings/branding'
const nothing = {
  name: null,
  colors: { light: null, dark: null },
  languages: ['en', 'de'],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}
const chosen = {
  ...nothing,
  name: 'Guild of Lamps',
  colors: { light: '#6A1B4D', dark: '#f0a8d0' },
  languages: ['de'],
  termsUrl: 'https://guild.example/terms',
}

function makeScreens(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-screens-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of new Set(Object.values({ ...htmlFileByPagePath, ...htmlFileByAdminPagePath }))) {
    writeFileSync(
      join(folder, name),
      '<!doctype html><html><head><title>Countersign</title></head><body><div id="root"></div></body></html>',
    )
  }
  return folder
}

const openPage = async (app: TestServer, address = '/sign-in') =>
  (await app.openBrowser().send('GET', address, undefined, { accept: 'text/html' })).body

function readSite(page: string): SiteBranding | null {
  const [, data] =
    new RegExp(`<script type="application/json" id="${brandingJsonElementId}">(.*?)</script>`).exec(page) ?? []
  return data === undefined ? null : (JSON.parse(data) as SiteBranding)
}

const picture = (background: string, width = 300, height = 100): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const setSiteLogo = async (browser: TestBrowser, bytes: Buffer) =>
  browser.send('PUT', '/api/admin/settings/logo', { content: bytes.toString('base64') })

describe('branding', () => {
  testOnBothDatabases('is absent by default, and on every page from the next request after a change', async (kind) => {
    const app = await createTestServer({ database: kind, screens: makeScreens() })
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const before = await openPage(app)
    expect(before).toContain('<title>Countersign</title>')
    expect(readSite(before)).toBeNull()

    const answer = await browser.send('PUT', path, chosen)
    expect(answer.json<BrandingWithLogo>()).toEqual({
      ...chosen,
      colors: { light: '#6a1b4d', dark: '#f0a8d0' },
      logo: null,
    })
    for (const address of ['/sign-in', '/account', '/admin', '/nowhere']) {
      const page = await openPage(app, address)
      expect(page).toContain('<title>Guild of Lamps</title>')
      expect(readSite(page)).toEqual({
        name: 'Guild of Lamps',
        logo: null,
        accents: {
          light: { seal: '#6a1b4d', pressed: '#591c47', tint: '#e7dcd8' },
          dark: { seal: '#f0a8d0', pressed: '#efb4d2', tint: '#262430' },
        },
        languages: ['de'],
        termsUrl: 'https://guild.example/terms',
        privacyUrl: null,
        helpUrl: null,
      })
    }

    await browser.send('PUT', path, chosen)
    await browser.send('PUT', path, nothing)
    expect(readSite(await openPage(app))).toBeNull()
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['details', 'person_id', 'content'])
      .where('type', '=', 'branding.changed')
      .orderBy('audit_events.sequence')
      .execute()
    expect(lines.map(({ details, ...line }) => ({ details: JSON.parse(details) as unknown, ...line }))).toEqual([
      {
        details: { changed: 'name,colors,languages,termsUrl' },
        person_id: personId,
        content: JSON.stringify({ actorId: personId }),
      },
      {
        details: { changed: 'name,colors,languages,termsUrl' },
        person_id: personId,
        content: JSON.stringify({ actorId: personId }),
      },
    ])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test('reaches other instances within seconds', async () => {
    const app = await createTestServer({ screens: makeScreens() })
    const other = await createTestServer({ database: app.database, screens: makeScreens() })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    await browser.send('PUT', path, chosen)
    expect(readSite(await openPage(other))).toBeNull()
    other.clock.now += 2000
    await openPage(other)
    await expect.poll(async () => readSite(await openPage(other))?.name).toBe('Guild of Lamps')
  })

  test('N4: escapes the site name in the page', async () => {
    const app = await createTestServer({ screens: makeScreens() })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const name = `</script><!--<script>&'"$&$1`
    expect((await browser.send('PUT', path, { ...nothing, name })).statusCode).toBe(200)
    const page = await openPage(app)
    expect(readSite(page)?.name).toBe(name)
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page.match(/<\/script>/g)).toHaveLength(1)
    expect(page).toContain('<title>&#60;/script&#62;&#60;!--&#60;script&#62;&#38;&#39;&#34;$&#38;$1</title>')
    expect(page).not.toContain('<!--')
  })

  test.each<[string, object]>([
    ['/name', { name: '' }],
    ['/name', { name: 'x'.repeat(41) }],
    ['/name', { name: 'Guild\u202Efo' }],
    ['/colors/light', { colors: { light: 'red', dark: null } }],
    ['/colors/light', { colors: { light: '#c0a060', dark: null } }],
    ['/colors/dark', { colors: { light: null, dark: '#14573f' } }],
    ['/languages', { languages: [] }],
    ['/languages', { languages: ['en', 'fr'] }],
    ['/languages', { languages: ['en', 'en'] }],
    ['/termsUrl', { termsUrl: 'http://guild.example' }],
    ['/privacyUrl', { privacyUrl: 'javascript:alert(1)' }],
    ['/helpUrl', { helpUrl: 'https://guild.example@evil.example/' }],
  ])('rejects an invalid value for %s: %j', async (field, change) => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const response = await browser.send('PUT', path, { ...nothing, ...change })
    expect(response.json()).toMatchObject({ status: 400, code: 'branding.invalid', field })
    expect(await app.database.queries.selectFrom('branding').select('settings').executeTakeFirstOrThrow()).toEqual({
      settings: '{}',
    })
  })

  test('serves a re-encoded logo without hidden data, at an address that changes with it', async () => {
    const app = await createTestServer({ screens: makeScreens() })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    expect((await browser.send('GET', '/mark')).statusCode).toBe(404)
    const hidden = Buffer.concat([await picture('#336699'), Buffer.from('<script>alert(1)</script>')])
    const { logo } = (await setSiteLogo(browser, hidden)).json<BrandingWithLogo>()
    expect(logo).toMatch(/^\/mark\?v=[0-9a-z]+$/)
    expect(readSite(await openPage(app))?.logo).toBe(logo)

    const served = await app.openBrowser().send('GET', logo ?? '')
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(served.rawPayload.includes('script')).toBe(false)
    const { data, info } = await sharp(served.rawPayload).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 256, height: 256, channels: 4 })
    expect([data[3], data[(128 * 256 + 2) * 4 + 3], data[(128 * 256 + 253) * 4 + 3]]).toEqual([0, 255, 255])

    app.clock.now += 1
    expect((await setSiteLogo(browser, await picture('#993366'))).json<BrandingWithLogo>().logo).not.toBe(logo)
    expect((await browser.send('DELETE', '/api/admin/settings/logo')).json<BrandingWithLogo>().logo).toBeNull()
    expect((await browser.send('GET', '/mark')).statusCode).toBe(404)
    expect(
      (
        await setSiteLogo(browser, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'))
      ).json(),
    ).toMatchObject({ code: 'picture.invalid' })
  })

  test.each<[AdminRole | null, boolean]>([
    [null, true],
    ['auditor', true],
    ['administrator', true],
    ['owner', false],
  ])('N11: requires the owner role and a recent step-up: %s', async (role, isFresh) => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, role)
    if (!isFresh) app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + 1000
    const code = role === 'owner' ? 'step_up.required' : 'permission.denied'
    for (const response of [
      await browser.send('PUT', path, nothing),
      await setSiteLogo(browser, await picture('#fff')),
      await browser.send('DELETE', '/api/admin/settings/logo'),
    ]) {
      expect(response.json()).toMatchObject({ code })
    }
    await sequenceAllAuditEntries(app.database.queries)
    expect(
      await app.database.queries
        .selectFrom('audit_events')
        .select('type')
        .where('type', '=', 'branding.changed')
        .execute(),
    ).toEqual([])
  })
})

test('pages keep the last known branding while the database is unavailable', async () => {
  const app = await createTestServer({ screens: makeScreens() })
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
  await browser.send('PUT', path, chosen)
  await app.database.queries.schema.dropTable('branding').execute()
  app.clock.now += 10_000
  for (let times = 0; times < 3; times++) expect(readSite(await openPage(app))?.name).toBe('Guild of Lamps')
})
