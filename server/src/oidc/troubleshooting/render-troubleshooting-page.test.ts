import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { findBuiltPageFonts } from './find-built-page-fonts.ts'
import { oidcErrorTroubleshootingEntries } from './oidc-error-troubleshooting-entries.ts'
import { renderTroubleshootingPage } from './render-troubleshooting-page.ts'

test('the troubleshooting page has a section for every entry, without scripts', async () => {
  const app = await createTestServer()
  const page = await app.http.inject({ url: '/troubleshooting' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/)
  for (const { id } of oidcErrorTroubleshootingEntries) expect(page.body).toContain(`<section id="${id}">`)
  expect(page.body).not.toMatch(/<script|\]\(|`/)
  expect(page.body).toContain('<code>npx countersign application enable ID</code>')
})

test('the troubleshooting page opens from a link on another site', async () => {
  const app = await createTestServer()
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  expect((await app.http.inject({ url: '/troubleshooting', headers })).statusCode).toBe(200)
})

test('the troubleshooting page lists every entry by its error codes', () => {
  const { html } = renderTroubleshootingPage(null)
  const index = /<nav[^>]*>(.*)<\/nav>/s.exec(html)?.[1] ?? ''
  for (const { id, errors } of oidcErrorTroubleshootingEntries)
    expect(index.split(`<a href="#${id}">`)).toHaveLength(errors.length + 1)
  expect(index).toMatch(/<dt><code>invalid_target<\/code><\/dt><dd><a href="#target">target<\/a><\/dd>/)
})

test('the troubleshooting page keeps options of commands on one line', () => {
  expect(renderTroubleshootingPage(null).html).toContain(
    '<code>npx countersign application change ID <span>--post-logout</span> …</code>',
  )
})

test('the troubleshooting page uses the fonts of the front end, and its policy allows the style', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(findBuiltPageFonts(folder)).toBeNull()
  const links = ['source-sans-3-latin-wght-normal-B1.woff2', 'source-serif-4-latin-500-normal-C_2.woff2'].map(
    (name) => `<link rel="preload" as="font" href="/assets/${name}">`,
  )
  writeFileSync(join(folder, 'public.html'), links.join(''))
  const fonts = findBuiltPageFonts(folder)
  expect(fonts).toEqual({
    sans: '/assets/source-sans-3-latin-wght-normal-B1.woff2',
    serif: '/assets/source-serif-4-latin-500-normal-C_2.woff2',
  })
  const { html, contentSecurityPolicy } = renderTroubleshootingPage(fonts)
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''
  expect(style).toContain("url('/assets/source-sans-3-latin-wght-normal-B1.woff2')")
  expect(contentSecurityPolicy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(contentSecurityPolicy).toContain("font-src 'self'")
})
