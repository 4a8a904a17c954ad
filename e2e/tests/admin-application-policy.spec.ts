// What an application demands, from the boxes of the console to what people meet: a passkey, certain wallets, certain chains, a sign-in that
// is not too old; and what its sign-in looks like. Walked by test logins, which are held to the same.
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
  key: 'An Ethereum wallet with a key of its own',
  contract: 'A contract wallet',
  solana: 'A Solana wallet',
  bitcoin: 'A Bitcoin wallet',
}

test('an application that demands a passkey lets nobody in by a wallet, and everybody who has one', async ({
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
  await expect(page.getByText('Only a passkey will do.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Chains of contract wallets' })).toHaveCount(0)
  await saveApplicationChanges(page)

  // Signed in by a wallet, one has to sign in again; who does not is told so.
  await clickBeginTestLogin(page)
  await page.waitForURL('**/sign-in?interaction=*')
  await expect(page.getByText('Vault does not accept every way of signing in.')).toBeVisible()
  await expect(page.getByText('What will do: a passkey.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel and go back to Vault' }).click()
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('alert').getByText('The sign-in was declined.')).toBeVisible()

  await page.getByRole('link', { name: 'Another test login' }).click()
  await clickBeginTestLogin(page)
  await page.waitForURL('**/sign-in?interaction=*')
  // Only then: somebody who is present before answers the list of passkeys that the browser offers by itself.
  await expect.poll(() => readPasskeyRequestsOfPage(page)).toEqual(['field'])
  await authenticator.setUserPresent(true)
  await findUsePasskeyButton(page).click()
  await clickAllowOnConsentPage(page, 'Vault')
  await page.waitForURL('**/admin/test-logins/*')
  await expect(findTestLoginClaimTableRow(page, 'ID token', 'acr')).toContainText('urn:countersign:passkey')
})

test('chains are chosen from those that the server reads, and one that it does not read says so', async ({
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
      'What will do: a contract wallet, a Solana wallet, a Bitcoin wallet, or a passkey (contract wallets only on Base).',
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
  const unread = chains.getByRole('checkbox', { name: 'Polygon (137) – not read by this server' })
  await expect(unread).toBeChecked()
  // Without contract wallets there is no chain to choose.
  await page.getByRole('checkbox', { name: ways.contract }).uncheck()
  await saveApplicationChanges(page)
  await page.getByRole('checkbox', { name: ways.contract }).check()
  await expect(unread).toHaveCount(0)
  await expectAccessible(page)
})

test('who signed in longer ago than an application allows signs in again', async ({ page, server, key }) => {
  const personId = await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Bank')
  await openApplicationTab(page, 'Access')
  await page.getByRole('combobox', { name: 'How old a sign-in may be at most' }).selectOption('5 min')
  await saveApplicationChanges(page)
  await clickBeginTestLogin(page)
  await clickAllowOnConsentPage(page, 'Bank')
  await page.waitForURL('**/admin/test-logins/*')
  const before = Number(
    (await findTestLoginClaimTableRow(page, 'ID token', 'auth_time').getByText(/^\d+$/).innerText()).trim(),
  )

  backdateSessionsInTestDatabase(server, personId, 400)
  await page.getByRole('link', { name: 'Another test login' }).click()
  await clickBeginTestLogin(page)
  await signWithInstalledWallet(page)
  await page.waitForURL('**/admin/test-logins/*')
  const after = Number(
    (await findTestLoginClaimTableRow(page, 'ID token', 'auth_time').getByText(/^\d+$/).innerText()).trim(),
  )
  expect(after).toBeGreaterThanOrEqual(before)
})

test('groups are chosen from those that there are, and who belongs to none is not let in by a test login either', async ({
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
  await expect(page.getByRole('heading', { name: /may not use Office\.$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Office' }).click()
  await page.waitForURL('**/admin/test-logins/*')
  await expect(page.getByRole('alert').getByText('you belong to no group that this application lets in')).toBeVisible()
})

test('a colour and a logo that are chosen in the console are worn by the sign-in and the consent', async ({
  page,
  server,
  key,
  browser,
}) => {
  await signInWithRole(page, server, key, 'administrator')
  await registerWebsiteInAdminConsole(page, 'Violet')
  await page.getByRole('textbox', { name: 'Colour in light mode' }).fill('#7a1fa2')
  await saveApplicationChanges(page)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  })
  await expect(page.getByRole('region', { name: 'Logo' }).getByRole('alert')).toBeVisible()
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture() })
  await expect(page.getByRole('button', { name: 'Take it away' })).toBeVisible()
  const preview = page.getByRole('figure', { name: 'Preview of the sign-in page' })
  for (const mode of ['light', 'dark'])
    await expect(preview.frameLocator(`iframe[title="In ${mode} mode"]`).locator('main img')).toHaveCount(1)

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

/** A picture of 8 by 8 grey points (PNG §5). */
function picture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0])
  // Eight rows, each behind a byte that says that it is not filtered.
  const rows = Buffer.alloc(8 * 9, 128).map((grey, place) => (place % 9 === 0 ? 0 : grey))
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
