import { expect, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { oidcErrorTroubleshootingEntries } from './oidc-error-troubleshooting-entries.ts'

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
