// Tests the audit log in the console: live updates, filters, one entry in full, export, and
// verification in the browser.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible, expectNoHorizontalScroll } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { deceptiveDisplayNames, xssPayloads } from '../src/xss-payloads.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockHangingApiEndpoint,
} from '../src/api-response-mocking-test-steps.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test('new audit log entries appear automatically unless paused', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/activity?type=session.started')
  const rows = page.getByRole('table', { name: 'Audit log entries' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Signed in' }).first()).toBeVisible()
  const before = await rows.count()
  await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(95))
  await expect(page.locator('p').filter({ hasText: '1 new entry.' })).toBeVisible()
  await expect(rows).toHaveCount(before + 1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused. New entries don’t appear.')).toBeVisible()
  await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(96))
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/admin/events?') && asked.push(request.url()))
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows).toHaveCount(before + 2)
  // Only newer entries were requested.
  expect(asked.every((url) => /[?&]after=\d+/.test(url))).toBe(true)
})

test('audit log filters are kept in the URL, and preset views are links', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/activity')
  await page.getByLabel('Outcome').selectOption('refused')
  await page.waitForURL('**/admin/activity?outcome=refused')
  await expect(page.getByRole('link', { name: 'Refused', exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByLabel('Event').selectOption({ label: 'Sign-in refused' })
  await page.waitForURL('**/admin/activity?type=sign_in.refused&outcome=refused')
  await page.getByRole('searchbox').fill(key.address)
  await page.waitForURL(`**/admin/activity?type=sign_in.refused&outcome=refused&address=${key.address}`)
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.waitForURL('**/admin/activity')
  await page.getByLabel('Signed in with').selectOption({ label: 'Passkey' })
  await page.waitForURL('**/admin/activity?signInMethod=passkey')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByLabel('Signed in with').selectOption({ label: 'Plain Ethereum wallet' })
  await expect(page.getByRole('table').getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
  // A filter on a deleted application stays, although its name is gone.
  await page.goto('/admin/activity?application=gone')
  await expect(page.getByLabel('Application', { exact: true })).toHaveValue('gone')
  await page.getByLabel('Application', { exact: true }).selectOption('')
  await page.waitForURL('**/admin/activity')
  await page.getByLabel('First day').fill('2026-01-01')
  await expect(page).toHaveURL(/from=2026-01-01T00%3A00%3A00\.000Z/)
  await page.getByRole('link', { name: 'Sign-ins', exact: true }).click()
  await expect(page.getByRole('table').getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
  await expectAccessible(page)
})

test('each entry shows its actor and network, and entries can be grouped by network', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto(`/admin/activity?type=session.started&address=${key.address}`)
  const row = page.getByRole('table', { name: 'Audit log entries' }).getByRole('row').nth(1)
  await expect(row.getByRole('link', { name: 'Signed in' })).toBeVisible()
  await expect(row).toContainText('127.0.0.0/24')
  await page.getByRole('link', { name: 'By network' }).click()
  await page.waitForURL('**/admin/activity?type=session.started&address=*&by=network')
  const groups = page.getByRole('table', { name: 'Entries: By network' })
  await expect(page.getByText(/^All \d+ matching entries were counted\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)
  await groups.getByRole('link', { name: '127.0.0.0/24' }).click()
  await page.waitForURL('**/admin/activity?type=session.started&address=*&network=127.0.0.0%2F24')
  await expect(row.getByRole('link', { name: 'Signed in' })).toBeVisible()
})

test('the detail page of an entry links to related entries and to the inspector', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto(`/admin/activity?type=session.started&address=${key.address}`)
  await page.getByRole('table').getByRole('link', { name: 'Signed in' }).first().click()
  await page.waitForURL(/\/admin\/activity\/\d+\?/)
  await expect(page.getByRole('heading', { level: 2, name: /^Signed in: / })).toBeVisible()
  const proof = page.getByRole('region', { name: 'Signed message' })
  await expect(proof.locator('pre')).toContainText(key.address)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Previous entry' }).click()
  await page.goBack()
  await page.getByRole('region', { name: 'Similar entries' }).getByRole('link', { name: 'Same address' }).click()
  await page.waitForURL(/\/admin\/activity\?address=0x/)
  await expect(page.getByRole('table').getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
  await page.goBack()
  // Folded at the narrow width at which the accessibility check ends.
  await proof.locator('summary').click()
  await proof.getByRole('link', { name: 'Open message and signature in the inspector' }).click()
  await page.waitForURL('**/inspector#**')
  await expect(page.getByText(key.address).first()).toBeVisible()
})

test('an export contains only the filtered entries and is itself logged', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto(`/admin/activity?address=${key.address}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSON Lines' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  const download = await downloading
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; hash: string })
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.map(({ type }) => type)).toContain('session.started')
  expect(lines.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  const downloadingTable = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const table = readFileSync(await (await downloadingTable).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(table[0]).toMatch(/^"sequence","at","type","outcome","person"/)
  expect(table).toHaveLength(lines.length + 1)
  await page.goto('/admin/activity?type=audit_log.exported')
  await expect(page.getByRole('table').getByRole('link', { name: 'Activity exported' }).first()).toBeVisible()
})

const kept = 'Head from an earlier check'

test('N13: verification in the browser passes for an intact log and finds the altered entry', async ({
  page,
  server,
  key,
}) => {
  test.slow()
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/activity')
  const part = page.getByRole('region', { name: 'Verify the audit log' })
  await expect(part.getByText('Not verified in this browser yet.')).toBeVisible()
  await part.getByRole('button', { name: 'Verify now' }).click()
  await expect(part.getByText(/^All [\d,]+ entries are intact$/)).toBeVisible()
  await part.getByRole('button', { name: 'Details' }).click()
  const head = await part.locator('code').innerText()
  await part.getByText('Compare with an earlier check').click()
  await part.getByLabel(kept).fill(`${head}0`)
  await expect(
    part.getByText('Enter an entry number, a colon, and 64 digits from 0 to 9 and a to f.').first(),
  ).toBeVisible()
  await part.getByLabel(kept).fill(head)
  await part.getByRole('button', { name: 'Verify again' }).click()
  await expect(part.getByText(/^Entry [\d,]+ matches the head you saved.$/)).toBeVisible()
  await part.getByLabel(kept).fill(`3:${'a'.repeat(64)}`)
  await part.getByRole('button', { name: 'Verify again' }).click()
  await expect(part.getByText('The log no longer matches the head you saved')).toBeVisible()
  await part.getByLabel(kept).fill('')
  await expectAccessible(page)

  const undo = tamperWithEntry(server.databasePath, 2)
  try {
    await part.getByRole('button', { name: 'Verify again' }).click()
    await expect(part.getByText('The log is broken at entry 2')).toBeVisible()
    await expect(part.getByText('This entry was altered: its hash doesn’t match.')).toBeVisible()
    await expect(part.getByRole('link', { name: 'View this entry' })).toHaveAttribute('href', '/admin/activity/2')
    await expectAccessible(page)
  } finally {
    undo()
  }
  await part.getByRole('button', { name: 'Verify again' }).click()
  await expect(part.getByText(/^All [\d,]+ entries are intact$/)).toBeVisible()
  await page.reload()
  await expect(part.getByText(/^All [\d,]+ entries were intact/)).toBeVisible()
})

test('verification of the audit log can be stopped', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('exportHashChain'))
  await page.goto('/admin/activity')
  const part = page.getByRole('region', { name: 'Verify the audit log' })
  await pressControlByKeyboard(page, part.getByRole('button', { name: 'Verify now' }))
  await part.getByRole('button', { name: 'Stop' }).click()
  await expect(part.getByText('Stopped after 0 entries. No problems so far.')).toBeVisible()
})

test('N4: hostile text in an entry is shown as text, in the list and on the detail page', async ({
  page,
  server,
  key,
}) => {
  const id = await signInWithRole(page, server, key, 'owner')
  const texts = [...xssPayloads, ...deceptiveDisplayNames]
  const lineOf = (text: string, index: number): AdminApiAuditEvent => ({
    sequence: 1000 - index,
    at: new Date().toISOString(),
    type: index === 0 ? text : 'sign_in.refused',
    outcome: 'refused',
    person: { id, displayName: text, address: null, walletName: text },
    actor: { kind: 'token', id, name: text, owner: { id, name: text } },
    application: { id: 'shop', name: text },
    details: { reason: text },
    evidence: { userAgent: text, label: text, networkPrefix: text, address: text },
  })
  await mockApiEndpointResponse(page, 'listEvents', { items: texts.map(lineOf), nextCursor: null, total: null })
  await page.goto('/admin/activity')
  await expect(page.getByRole('table', { name: 'Audit log entries' }).getByRole('row')).toHaveCount(texts.length + 1)
  await expect(page.getByRole('table').locator('img, iframe, script, style, base, meta')).toHaveCount(0)
  await expectAccessible(page)
  for (const text of [texts[0] ?? '', 'a\u202Eb']) {
    await mockApiEndpointResponse(page, 'readEvent', {
      ...lineOf(text, 1),
      hash: 'a'.repeat(64),
      previousHash: 'b'.repeat(64),
      evidenceErased: false,
      expiredBy: null,
      sentence: text,
      proof: { message: text, signature: text, method: text },
    })
    await page.goto('/admin/activity/999')
    await expect(page.getByRole('region', { name: 'Signed message' })).toBeVisible()
    await expect(page.locator('main :is(iframe, script, style, base, meta)')).toHaveCount(0)
    await expectNoHorizontalScroll(page)
  }
  await expect(page.getByText('a\\u{202e}b').first()).toBeVisible()
  expect(await page.evaluate(() => 'taken' in window)).toBe(false)
})

test('the audit log is translated to German and accessible', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/activity?lang=de')
  await expect(page.getByRole('heading', { level: 1, name: 'Verlauf' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: 'Angemeldet' }).first()).toBeVisible()
  await expectAccessible(page)
})

/**
 * Changes an entry as an attacker with the database file could, bypassing the triggers.
 * @returns a function that undoes it
 */
function tamperWithEntry(databasePath: string, sequence: number): () => void {
  const write = (next: string): string => {
    const database = new DatabaseSync(databasePath, { timeout: 10_000 })
    try {
      const guards = database
        .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_events'")
        .all() as { name: string; sql: string }[]
      const { details } = database.prepare('select details from audit_events where sequence = ?').get(sequence) as {
        details: string
      }
      database.exec('begin immediate')
      for (const { name } of guards) database.exec(`drop trigger ${name}`)
      database.prepare('update audit_events set details = ? where sequence = ?').run(next, sequence)
      for (const { sql } of guards) database.exec(sql)
      database.exec('commit')
      return details
    } finally {
      database.close()
    }
  }
  const before = write('{"reason":"nothing"}')
  return () => void write(before)
}
