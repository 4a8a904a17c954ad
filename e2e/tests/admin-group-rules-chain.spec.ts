// Tests group rules about on-chain holdings: amounts in token units, checked part by part.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './local-chain-playwright-fixtures.ts'

// The shortest interval that the server accepts.
test.use({ serverSettings: { COUNTERSIGN_GROUP_RECHECK_SECONDS: '30' } })

test('a token rule uses token units, explains each part for an address, and reads back as entered', async ({
  page,
  chain,
  server,
  key,
}) => {
  const [rich, poor, barred] = [createEthereumTestKey(741), createEthereumTestKey(742), createEthereumTestKey(743)]
  const money = await deployTestContract(chain, 'TestMoney', ['Test Dollar', 'TUSD', 6])
  for (const [holder, amount] of [
    [rich, 1_500_000n],
    [poor, 1_499_999n],
    [barred, 9_000_000n],
  ] as const)
    await sendContractTransaction(chain, {
      to: money,
      contract: 'TestMoney',
      name: 'mint',
      args: [holder.address, amount],
    })
  await chain.mine(3)
  await signInWithRole(page, server, key, 'administrator')
  await page.goto('/admin/new-group')
  const add = page.getByRole('button', { name: 'Add another condition', exact: true })
  await pressControlByKeyboard(page, add)
  const first = page.getByRole('group', { name: 'Condition 1', exact: true })
  const [second, third] = [2, 3].map((part) => page.getByRole('group', { name: `Condition ${part}`, exact: true }))
  await first.getByLabel('Condition', { exact: true }).selectOption({ label: 'hold a token' })
  await first.getByLabel('Chain', { exact: true }).selectOption(String(chain.chainId))
  await first.getByLabel('Contract address').fill(money)
  await expect(first.getByText('Self-reported name: TUSD · Test Dollar · 6 decimals')).toBeVisible()
  await first.getByLabel('At least, in TUSD').fill('1.5')

  await second!.getByLabel('Condition', { exact: true }).selectOption({ label: 'hold a total of several tokens' })
  for (const place of [1, 2]) {
    if (place > 1) await second!.getByRole('button', { name: 'Add asset' }).click()
    await second!
      .getByRole('group', { name: `Asset ${place}`, exact: true })
      .getByLabel('Chain', { exact: true })
      .selectOption(String(chain.chainId))
  }
  await second!.getByRole('group', { name: 'Asset 1', exact: true }).getByLabel('Contract address').fill(money)
  await second!.getByRole('button', { name: 'Remove asset 2' }).click()
  await second!.getByLabel('At least', { exact: true }).fill('1.000001')
  await add.click()
  await third!.getByLabel('Condition', { exact: true }).selectOption({ label: 'never had any of these wallets' })
  await third!.getByLabel('Wallets, one per line').fill(barred.address)

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('TUSD holders')
  await page.getByLabel('Name', { exact: true }).fill('Savers')
  await expect(page.getByText('ID: savers')).toBeVisible()

  const attempt = page.getByRole('region', { name: 'Test an address' })
  await attempt.getByText('Test an address').click()
  const conditions = attempt.getByRole('table', { name: 'Conditions' })
  const rowOf = (path: string) => conditions.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
  const tryFor = async (address: string) => {
    await attempt.getByLabel('Wallet address').fill(address)
    await attempt.getByLabel('Wallet address').press('Enter')
  }
  await tryFor('0x12')
  await expect(attempt.getByLabel('Wallet address')).toHaveAttribute('aria-invalid', 'true')
  await tryFor(poor.address)
  await expect(attempt.getByText('This address wouldn’t be a member')).toBeVisible()
  await expect(rowOf('all[0]')).toContainText('1.5 TUSD (exactly 1500000)')
  await expect(rowOf('all[0]')).toContainText('none of the wallets holds that much')
  await expect(rowOf('all[1]')).toContainText('Yes')
  await tryFor(barred.address)
  await expect(rowOf('all[0]')).toContainText('Yes')
  await expect(rowOf('all[2]')).toContainText('No')
  await tryFor(rich.address)
  await expect(attempt.getByText('This address would be a member')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create group' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.waitForURL('**/admin/groups/savers')
  await page.getByRole('link', { name: 'TUSD', exact: true }).first().click()
  await page.waitForURL('**/admin/groups/savers/rule')
  const rule = page.getByRole('region', { name: 'Rule', exact: true })
  await expect(rule).toContainText('1.5 TUSD')
  await expect(rule).toContainText('Exactly 1500000 of the smallest unit')
  await expect(rule).toContainText('Test Dollar')
  await expectAccessible(page)
  // The form shows the saved values without reading the chain.
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Edit Condition 3' }).click()
  await expect(third!.getByLabel('Wallets, one per line')).toHaveValue(barred.address.toLowerCase())
  await page.getByRole('button', { name: 'Edit Condition 1' }).click()
  await expect(first.getByLabel('At least, in TUSD')).toHaveValue('1.5')
  await first.getByLabel('At least, in TUSD').fill('1.0000001')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('has 7 decimals, but TUSD has only 6')).toBeVisible()
})
