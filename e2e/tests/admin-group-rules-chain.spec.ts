// Rules of groups about what people hold on a chain: written in the unit of the token, and tried part by part.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectAccessible } from '../src/expect-accessible.ts'
import { signInWithRole } from '../src/admin-role-browser-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { chooseWalletInDialog } from '../src/wallets-page-test-steps.ts'
import { expect, test } from './local-chain-playwright-fixtures.ts'

// As often as the server can be told to look.
test.use({ serverSettings: { COUNTERSIGN_GROUP_RECHECK_SECONDS: '30' } })

test('a rule is written in the unit of its token, tried for addresses part by part, and read as it was written', async ({
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
  await page.getByLabel('Name', { exact: true }).fill('Savers')
  await expect(page.getByLabel('Id', { exact: true })).toHaveValue('savers')
  await page.getByLabel('Condition').selectOption({ label: 'All of' })
  const first = page.getByRole('group', { name: 'Part 1', exact: true })
  const [second, third] = [2, 3].map((part) => page.getByRole('group', { name: `Part ${part}`, exact: true }))
  await first.getByLabel('Condition').selectOption({ label: 'Holds a token (ERC-20)' })
  await first.getByLabel('Chain', { exact: true }).selectOption(String(chain.chainId))
  await first.getByLabel('Address of the contract').fill(money)
  await expect(first.getByText('It calls itself TUSD · Test Dollar · 6 decimals')).toBeVisible()
  await first.getByLabel('At least, in TUSD').fill('1.5')
  await expect(first.getByText('Exactly 1500000 of the smallest unit')).toBeVisible()

  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Add a part to The rule' }))
  await second!.getByLabel('Condition').selectOption({ label: 'Holds so much in all' })
  for (const place of [1, 2]) {
    await second!.getByRole('button', { name: 'Add a place' }).click()
    await second!
      .getByRole('group', { name: `Place ${place}`, exact: true })
      .getByLabel('Chain', { exact: true })
      .selectOption(String(chain.chainId))
  }
  await second!.getByRole('group', { name: 'Place 1', exact: true }).getByLabel('Address of the contract').fill(money)
  await second!.getByRole('button', { name: 'Remove place 2' }).click()
  await second!.getByLabel('At least', { exact: true }).fill('1.000001')
  await page.getByRole('button', { name: 'Add a part to The rule' }).click()
  await third!.getByLabel('Condition').selectOption({ label: 'None of these wallets' })
  await third!.getByLabel('Wallets, one a line').fill(barred.address)

  const attempt = page.getByRole('region', { name: 'Try it for an address' })
  const told = attempt.getByRole('table', { name: 'Parts of the rule' })
  const rowOf = (path: string) => told.getByRole('row').filter({ has: page.getByText(path, { exact: true }) })
  const tryFor = async (address: string) => {
    await attempt.getByLabel('Address of a wallet').fill(address)
    await attempt.getByLabel('Address of a wallet').press('Enter')
  }
  await tryFor('0x12')
  await expect(attempt.getByLabel('Address of a wallet')).toHaveAttribute('aria-invalid', 'true')
  await tryFor(poor.address)
  await expect(attempt.getByText('This address would not belong to it')).toBeVisible()
  await expect(rowOf('all[0]')).toContainText('1.5 TUSD (exactly 1500000)')
  await expect(rowOf('all[0]')).toContainText('none of the wallets holds that much')
  await expect(rowOf('all[1]')).toContainText('Yes')
  await tryFor(barred.address)
  await expect(rowOf('all[0]')).toContainText('Yes')
  await expect(rowOf('all[2]')).toContainText('No')
  await tryFor(rich.address)
  await expect(attempt.getByText('This address would belong to it')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Make the group' }).click()
  await chooseWalletInDialog(findStepUpDialog(page), firstFakeWalletName)
  await page.waitForURL('**/admin/groups/savers')
  const rule = page.getByRole('region', { name: 'Rule', exact: true })
  await expect(rule).toContainText('1.5 TUSD')
  await expect(rule).toContainText('Exactly 1500000 of the smallest unit')
  await expect(rule).toContainText('Test Dollar')
  await expectAccessible(page)
  // The same comes back into the fields, and nothing has to be read for it.
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(first.getByLabel('At least, in TUSD')).toHaveValue('1.5')
  await expect(third!.getByLabel('Wallets, one a line')).toHaveValue(barred.address.toLowerCase())
  await first.getByLabel('At least, in TUSD').fill('1.0000001')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('has 7 decimals, and TUSD has 6')).toBeVisible()
})
