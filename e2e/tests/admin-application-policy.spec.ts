// Tests application policies from the console to test logins: passkey, wallets, chains, maximum age
// of the sign-in, and branding.
import { crc32, deflateSync } from 'node:zlib'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  backdateSessionsInTestDatabase,
  signInWithRole,
  grantRoleToSignedInPerson,
} from '../src/admin-role-browser-test-steps.ts'
import {
  clickBeginTestLogin,
  findTestLoginClaimTableRow,
  registerWebsiteInAdminConsole,
  openApplicationTab,
  saveApplicationChanges,
} from '../src/admin-application-test-steps.ts'
import { addVirtualAuthenticator, readPasskeyRequestsOfPage } from '../src/virtual-authenticator.ts'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { clickAllowOnConsentPage, signWithInstalledWallet } from '../src/clients/application-sign-in-test-steps.ts'
import { signInAndAddPasskey, findUsePasskeyButton } from '../src/passkey-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

test.use({
  serverSettings: {
    COUNTERSIGN_CHAINS: JSON.stringify([
      { id: 8453, name: 'Base', rpc: 'http://127.0.0.1:9' },
      { id: 10, name: 'OP Mainnet', rpc: 'http://127.0.0.1:9' },
    ]),
  },
})

const ways = {
  key: 'Plain Ethereum wallet',
  contract: 'Contract wallet',
  solana: 'Solana wallet',
  bitcoin: 'Bitcoin wallet',
}

test('an application that requires a passkey refuses wallet sessions and accepts passkeys', async ({
  page,
  server,
  key,
}) => {
  const authenticator = await addVirtualAuthenticator(page)
  await signInAndAddPasskey(page, key)
  await grantRoleToSignedInPerson(page, server, 'administrator')
  await authenticator.setUserPresent(false)
  await registerWebsiteInAdminConsole(page, 'Vault', { isConfirmed: true })
  await openApplicationTab(page, 'Access')
  for (const way of Object.values(ways)) await page.getByRole('checkbox', { name: way }).uncheck()
  await expect(page.getByText('Only passkeys are accepted.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Chains of contract wallets' })).toHaveCount(0)
  await saveApplicationChanges(page)

  // A session from a wallet sign-in is not enough; canceling the new sign-in is reported.
  await clickBeginTestLogin(page)
  await page.waitForURL('**/sign-in?interaction=*')
  await expect(page.getByText('Vault only accepts some sign-in methods.')).toBeVisible()
  await expect(page.getByText('You can use a passkey.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel and return to Vault' }).click()
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('alert').getByText('The sign-in was declined.')).toBeVisible()

  await page.getByRole('link', { name: 'Start another test login' }).click()
  await clickBeginTestLogin(page)
  await page.waitForURL('**/sign-in?interaction=*')
  // Set only now, because a present user would already have answered the conditional request.
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await authenticator.setUserPresent(true)
  await findUsePasskeyButton(page).click()
  await clickAllowOnConsentPage(page, 'Vault')
  await page.waitForURL('**/admin/test-logins/*')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'acr')).toContainText('urn:countersign:passkey')
})

test('allowed chains are chosen from the configured ones, and unsupported ones are marked', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Safebox')
  await openApplicationTab(page, 'Access')
  const chains = page.getByRole('group', { name: 'Chains of contract wallets' })
  await chains.getByRole('checkbox', { name: 'Base (8453)' }).check()
  await page.getByRole('checkbox', { name: ways.key }).uncheck()
  await saveApplicationChanges(page)
  await page.reload()
  await expect(chains.getByRole('checkbox', { name: 'Base (8453)' })).toBeChecked()
  await expect(chains.getByRole('checkbox', { name: 'OP Mainnet (10)' })).not.toBeChecked()
  await clickBeginTestLogin(page)
  await page.waitForURL('**/sign-in?interaction=*')
  await expect(
    page.getByText(
      'You can use a contract wallet, a Solana wallet, a Bitcoin wallet, or a passkey (contract wallets only on Base).',
    ),
  ).toBeVisible()

  await applyTestApplicationDefinitions(server, [
    {
      id: 'elsewhere',
      name: 'Elsewhere',
      kind: 'single-page',
      redirectUris: ['https://elsewhere.example/back'],
      chains: ['137'],
    },
  ])
  await page.goto('/admin/applications/elsewhere/access')
  const unread = chains.getByRole('checkbox', { name: 'Polygon (137) – not configured on this server' })
  await expect(unread).toBeChecked()
  // Chains can be chosen only if contract wallets are allowed.
  await page.getByRole('checkbox', { name: ways.contract }).uncheck()
  await saveApplicationChanges(page)
  await page.getByRole('checkbox', { name: ways.contract }).check()
  await expect(unread).toHaveCount(0)
  await expectAccessible(page)
})

test('a sign-in older than the maximum age of the application must be repeated', async ({ page, server, key }) => {
  const personId = await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Bank')
  await openApplicationTab(page, 'Access')
  await page.getByRole('combobox', { name: 'Maximum age of a sign-in' }).selectOption('5 min')
  await saveApplicationChanges(page)
  await clickBeginTestLogin(page)
  await clickAllowOnConsentPage(page, 'Bank')
  await page.waitForURL('**/admin/test-logins/*')
  const before = Number(
    (await findTestLoginClaimTableRow(page, 'ID token', 'auth_time').getByText(/^\d+$/).innerText()).trim(),
  )

  backdateSessionsInTestDatabase(server, personId, 400)
  await page.getByRole('link', { name: 'Start another test login' }).click()
  await clickBeginTestLogin(page)
  await signWithInstalledWallet(page)
  await page.waitForURL('**/admin/test-logins/*')
  const after = Number(
    (await findTestLoginClaimTableRow(page, 'ID token', 'auth_time').getByText(/^\d+$/).innerText()).trim(),
  )
  expect(after).toBeGreaterThanOrEqual(before)
})

test('allowed groups are chosen from existing ones, and a test login by a non-member is refused', async ({
  page,
  server,
  key,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Office')
  await openApplicationTab(page, 'Access')
  const rule = { type: 'wallets', wallets: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }
  const made = await page.request.post('/api/admin/groups', {
    headers: { origin: server.origin },
    data: { id: 'staff', name: 'Staff', description: null, rule },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Staff' }).check()
  await saveApplicationChanges(page)
  await clickBeginTestLogin(page)
  await expect(page.getByRole('heading', { name: /can’t use Office\.$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Office' }).click()
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('alert').getByText('you aren’t in a group that this application requires')).toBeVisible()
})

test('the color and logo of an application appear on its sign-in and consent pages', async ({
  page,
  server,
  key,
  browser,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Violet')
  await page.getByRole('textbox', { name: 'Color in light mode' }).fill('#7a1fa2')
  await saveApplicationChanges(page)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  })
  await expect(page.getByRole('region', { name: 'Logo' }).getByRole('alert')).toBeVisible()
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture() })
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  const preview = page.getByRole('figure', { name: 'Preview of the sign-in page' })
  for (const mode of ['Light', 'Dark']) {
    await preview.getByRole('radio', { name: mode }).check({ force: true })
    await expect(preview.frameLocator('iframe').locator('main img')).toHaveCount(1)
  }

  await clickBeginTestLogin(page)
  await expect(page.getByRole('heading', { name: 'Violet wants to know' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow and continue' })).toHaveCSS(
    'background-color',
    'rgb(122, 31, 162)',
  )
  await expect(page.locator('img[src*="violet"]')).toHaveJSProperty('naturalWidth', 8)

  const stranger = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
  const other = await stranger.newPage()
  const request = new URLSearchParams({
    client_id: 'violet',
    redirect_uri: 'https://violet.example/callback',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  await other.goto(`/authorize?${request}`)
  await expect(other.getByText('to continue to Violet')).toBeVisible()
  await expect(other.locator('img[src*="violet"]')).toBeVisible()
  await expect
    .poll(() =>
      other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-seal').trim()),
    )
    .toBe('#7a1fa2')
  await stranger.close()
})

/** A gray 8×8 picture (PNG §5). */
function picture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
  // Each row starts with a filter byte; 0 means no filter.
  const rows = Buffer.alloc(8 * 9, 128).map((grey, place) => (place % 9 === 0 ? 0 : grey))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
