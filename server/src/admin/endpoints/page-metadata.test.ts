// Tests of link previews, icons and the web application manifest.
import { htmlFileByAdminPagePath, htmlFileByPagePath } from '@countersign/api/page-html-files'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'

function writePages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of new Set(Object.values({ ...htmlFileByPagePath, ...htmlFileByAdminPagePath })))
    writeFileSync(
      join(folder, name),
      '<!doctype html><html><head><title>Countersign</title></head><body></body></html>',
    )
  writeFileSync(join(folder, 'social-card.png'), 'image')
  return folder
}

const fetchPage = async (app: TestServer, path: string): Promise<string> =>
  (await app.openBrowser().send('GET', path, undefined, { accept: 'text/html' })).body

const readMetadata = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name ?? '',
      content ?? '',
    ]),
  )

const readManifest = async (app: TestServer) => {
  const answer = await app.openBrowser().send('GET', '/manifest.webmanifest')
  expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  return answer.json<{ name: string; display: string; icons: { src: string; purpose: string }[] }>()
}

const origin = 'https://sign-in.example'

const branding = {
  name: 'Guild of "Lamps" <1>',
  colors: { light: null, dark: null },
  languages: ['de'],
  termsUrl: null,
  privacyUrl: null,
  helpUrl: null,
}

test('every page has a description, a link preview with absolute addresses, a touch icon and a manifest', async () => {
  const app = await createTestServer({ screens: writePages() })
  for (const path of ['/', '/sign-in', '/consent', '/account', '/admin', '/inspector', '/nowhere']) {
    const page = await fetchPage(app, path)
    expect(readMetadata(page), path).toMatchObject({
      description: expect.stringContaining('Sign in with your wallet or a passkey'),
      'og:title': 'Countersign',
      'og:url': `${origin}/`,
      'og:image': `${origin}/social-card.png`,
      'og:locale': 'en_US',
      'twitter:card': 'summary_large_image',
    })
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png">')
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  }
})

test('the link preview and the manifest have the name and the first language of the branding', async () => {
  const app = await createTestServer({ screens: writePages() })
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
  expect(await readManifest(app)).toMatchObject({ name: 'Countersign', display: 'minimal-ui' })
  await browser.send('PUT', '/api/admin/settings/branding', branding)
  expect(readMetadata(await fetchPage(app, '/sign-in'))).toMatchObject({
    'og:title': 'Guild of &#34;Lamps&#34; &#60;1&#62;',
    'og:image': `${origin}/social-card-without-name.png`,
    'og:description': expect.stringContaining('Melden Sie sich'),
    'og:locale': 'de_DE',
  })
  const { name, icons } = await readManifest(app)
  expect(name).toBe(branding.name)
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
})

test('the link preview is the same for every request, so it cannot disclose an application', async () => {
  const app = await createTestServer({ screens: writePages() })
  const head = (page: string): string => page.slice(0, page.indexOf('</head>'))
  const plain = head(await fetchPage(app, '/sign-in'))
  for (const path of [
    '/sign-in?interaction=wiki',
    '/consent?interaction=wiki',
    '/device?user_code=ABCD-EFGH',
    '/consent',
  ])
    expect(head(await fetchPage(app, path))).toBe(plain)
  for (const forged of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  ]) {
    const { body } = await app.openBrowser().send('GET', '/sign-in', undefined, { accept: 'text/html', ...forged })
    expect(body).not.toContain('evil.example')
    expect(head(body)).toBe(plain)
  }
})

test('icons can be cached for a day and shown by other sites', async () => {
  const app = await createTestServer({ screens: writePages() })
  const { headers } = await app.openBrowser().send('GET', '/social-card.png')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
  })
})
