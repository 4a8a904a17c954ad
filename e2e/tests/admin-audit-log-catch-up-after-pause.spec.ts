// Tests the audit log of a busy server, in its own file because hundreds of people would appear in
// the lists of other tests.
import { DatabaseSync } from 'node:sqlite'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({ serverSettings: { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000' } })

test('the audit log shows no gaps after catching up with many new entries', async ({ page, server, key }) => {
  await signInWithRole(page, server, key, 'auditor')
  await page.goto('/admin/activity?type=session.started')
  const rows = page.getByRole('table', { name: 'Audit log entries' }).locator('tbody tr')
  await expect(rows).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  // More than one page, so the list needs several requests to catch up.
  for (let number = 0; number < 230; number += 1)
    await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(1000 + number))
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(100)
  const shown = await rows
    .locator('a[data-row]')
    .evaluateAll((links) => links.map((link) => Number(/\d+/.exec((link as HTMLAnchorElement).pathname)?.[0])))
  const database = new DatabaseSync(server.databasePath, { readOnly: true })
  const written = database
    .prepare("select sequence from audit_events where type = 'session.started' order by sequence desc limit 100")
    .all()
  database.close()
  expect(shown).toEqual(written.map(({ sequence }) => sequence))
})
