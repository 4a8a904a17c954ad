// Tests step-up and wallet linking by another device.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { shortenAddress, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import {
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'
import {
  findAnotherDeviceButton,
  findHeading,
  findNewDeviceCodeButton,
  createApproverFromShownCode,
  pickMatchingNumberOnOtherDevice,
} from './cross-device-waiting-test-steps.ts'

let made = 61_000
const newKey = () => createEthereumTestKey((made += 1))

test.describe('Step-up and linking by another device', () => {
  test('steps up, and links a wallet only after the person confirms its address', async ({
    page,
    browser,
    context,
    server,
    key,
  }) => {
    await signInByApi(context, server.origin, key)
    await openAccountWalletsPage(page)
    await findLinkWalletButton(page).click()
    const dialog = page.getByRole('dialog')
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const first = await createApproverFromShownCode(page, browser, server.origin)
    await expect(dialog.getByText('It must be the wallet you sign in with here:')).toBeVisible()
    await expect(dialog.getByRole('button', { name: shortenAddress(key.address) })).toBeVisible()
    await pickMatchingNumberOnOtherDevice(page, first)
    await first.sign(key)
    await expect(findLinkWalletDialog(page)).toBeVisible()

    const linked = newKey()
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const second = await createApproverFromShownCode(page, browser, server.origin)
    await pickMatchingNumberOnOtherDevice(page, second)
    await second.sign(linked)
    await expect(
      findHeading(page, `${shortenAddress(linked.address)} signed on the other device. Link it?`),
    ).toBeFocused()
    await expectAccessible(page)
    await pressControlByKeyboard(page, dialog.getByRole('button', { name: 'Link wallet' }))
    await expect(findWalletListItems(page)).toHaveCount(2)
    await expect(findWalletListItems(page).filter({ hasText: shortenAddress(linked.address) })).toHaveCount(1)
  })

  test('P16: a signature by a stranger who scanned the code can be rejected and links nothing', async ({
    page,
    browser,
    context,
    server,
    key,
  }) => {
    await signInByApi(context, server.origin, key)
    await openAccountWalletsPage(page)
    await findLinkWalletButton(page).click()
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const own = await createApproverFromShownCode(page, browser, server.origin)
    await pickMatchingNumberOnOtherDevice(page, own)
    await own.sign(key)
    await expect(findLinkWalletDialog(page)).toBeVisible()
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const stranger = await createApproverFromShownCode(page, browser, server.origin)
    await pickMatchingNumberOnOtherDevice(page, stranger)
    await stranger.sign(newKey())
    await pressControlByKeyboard(page, page.getByRole('button', { name: 'It’s not mine' }))
    await expect(findHeading(page, 'Nothing was linked.')).toBeVisible()
    await expect.poll(async () => (await stranger.readProgress()).state).toBe('cancelled')
    await page.keyboard.press('Escape')
    await expect(findWalletListItems(page)).toHaveCount(1)
  })

  test('another person’s wallet cannot complete step-up', async ({ page, browser, context, server, key }) => {
    await signInByApi(context, server.origin, key)
    await openAccountWalletsPage(page)
    await findLinkWalletButton(page).click()
    await pressControlByKeyboard(page, findAnotherDeviceButton(page))
    const other = await createApproverFromShownCode(page, browser, server.origin)
    await pickMatchingNumberOnOtherDevice(page, other)
    await other.sign(newKey())
    await expect(findHeading(page, 'That wallet or passkey isn’t linked to your identity.')).toBeVisible()
    await expectAccessible(page)
    await expect(findNewDeviceCodeButton(page)).toBeVisible()
  })
})
