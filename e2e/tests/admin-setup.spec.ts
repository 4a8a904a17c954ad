// Tests the first setup as a newcomer experiences it, using only what the screen and the terminal
// show.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { readSetupCodeFromServerLog, removeAllRolesAndRestart } from '../src/admin-role-browser-test-steps.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { testUserAgents } from '../src/public-page-test-cases.ts'
import { installFakeWallet, shortenAddress, firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { signInWithSecondBrowser } from './same-person-second-browser-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

const codeField = 'Code from the terminal'

test.beforeEach(async ({ server }) => {
  await removeAllRolesAndRestart(server)
})

test('an operator sets up a new server and becomes its owner', async ({ page, server, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/')
  await page.getByRole('link', { name: 'Set up this server' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up this server' })).toBeVisible()
  const printed = await page.locator('figure pre').innerText()
  const terminal = server.log.map((line) => line.trim())
  for (const line of printed
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('xxxx')))
    expect(terminal.join(' ')).toContain(line)
  await expect(page.getByRole('listitem').filter({ hasText: 'Enter the code' })).toHaveAttribute('aria-current', 'step')
  await expectAccessible(page)
  // Surrounded by spaces, as a code copied from a terminal may be.
  const code = readSetupCodeFromServerLog(server)
  await page.getByLabel(codeField).fill(`  ${code} `)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeFocused()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/setup')
  await expect(page.getByText(`Signed in as ${shortenAddress(key.address)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This server is yours' })).toBeVisible()
  // Other tests may have added an application to this server.
  await expect(page.getByText(/^[01] of 4 done$/)).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(code)
  await page.getByRole('link', { name: 'Go to administration' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up this server' })).toHaveCount(0)
})

test('N12: a wrong setup code is refused, and the right one still works', async ({ page, server, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/setup')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the code shown in the terminal.' })).toBeVisible()
  await page.getByLabel(codeField).fill('abcd-abcd-abcd-abcd-abcd')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.waitForURL('**/setup')
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This isn’t the code shown in the terminal.' })).toBeVisible()
  await page.getByLabel(codeField).fill(readSetupCodeFromServerLog(server))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This server is yours' })).toBeVisible()
})

test('N12: a second person with the same setup code is refused because there is an owner', async ({
  page,
  browser,
  server,
  key,
}) => {
  test.slow()
  const second = await signInWithSecondBrowser(
    browser,
    server.origin,
    createEthereumTestKey(98),
    testUserAgents.firefoxOnLinux,
  )
  await second.page.goto('/setup')
  await second.page.getByLabel(codeField).fill(readSetupCodeFromServerLog(server))
  await second.page.getByRole('button', { name: 'Continue' }).click()
  await expect(second.page.getByRole('button', { name: 'Become the owner' })).toBeVisible()

  await installFakeWallet(page, key)
  await page.goto('/setup')
  await page.getByLabel(codeField).fill(readSetupCodeFromServerLog(server))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: firstFakeWalletName }).click()
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This server is yours' })).toBeVisible()

  await second.page.getByRole('button', { name: 'Become the owner' }).click()
  await expect(second.page.getByRole('heading', { level: 1, name: 'This server already has an owner' })).toBeVisible()
  await expectAccessible(second.page)
  await second.page.goto('/admin')
  await expect(second.page.getByRole('heading', { level: 1, name: 'You don’t have a role here' })).toBeVisible()
  expect(second.errors).toEqual([])
  await second.page.context().close()
})

test('setup works by keyboard only', async ({ page, server, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/setup')
  await expect(page.getByLabel(codeField)).toBeVisible()
  await pressControlByKeyboard(page, page.getByLabel(codeField), 'Home')
  await page.keyboard.type(readSetupCodeFromServerLog(server))
  await page.keyboard.press('Enter')
  await pressControlByKeyboard(page, page.getByRole('link', { name: 'Sign in', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: firstFakeWalletName }))
  await page.waitForURL('**/setup')
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Become the owner' }))
  await expect(page.getByRole('heading', { level: 1, name: 'This server is yours' })).toBeVisible()
})

test.describe('Setup in German', () => {
  test.use({ locale: 'de-AT' })

  test('the setup steps and the confirmation are translated', async ({ page, server, key }) => {
    await installFakeWallet(page, key)
    await page.goto('/')
    await page.getByRole('link', { name: 'Server einrichten' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Diesen Server einrichten' })).toBeVisible()
    await page.getByLabel('Code aus dem Terminal').fill(readSetupCodeFromServerLog(server))
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page.getByRole('link', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('button', { name: firstFakeWalletName }).click()
    await page.getByRole('button', { name: 'Eigentümer werden' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dieser Server gehört Ihnen' })).toBeVisible()
    await expectAccessible(page)
  })
})
