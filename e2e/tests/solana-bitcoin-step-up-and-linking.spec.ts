// Tests step-up, linking and merging with Solana and Bitcoin wallets.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { BrowserContext, Page } from '@playwright/test'
import { signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import {
  installFakeNonEvmVariantWallets,
  representativeFakeNonEvmWalletVariants,
  getInstalledFakeNonEvmWalletName,
  fakeNonEvmWalletName,
} from '../src/fake-non-evm-wallet-variants.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { shortenAddress, signInByApi } from '../src/wallet-sign-in-test-steps.ts'
import {
  chooseWalletInDialog,
  fakeFoxWalletName,
  findLinkWalletButton,
  findLinkWalletDialog,
  openAccountWalletsPage,
  findWalletListItems,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

let made = 81_000
const newNumber = () => (made += 1)

async function readAddresses(context: BrowserContext, origin: string): Promise<string[]> {
  const answer = await context.request.get(`${origin}/api/wallets`)
  return ((await answer.json()) as ApiEndpointOutput<'listWallets'>).items.map(({ address }) => address)
}

const installFox = (page: Page, key: EthereumTestKey) =>
  installFakeEthereumWallets(page, [{ behavior: 'good', key, name: fakeFoxWalletName, rdns: 'test.fox' }])

async function confirmAndLink(page: Page, name: string): Promise<void> {
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), name)
  await expect(findLinkWalletDialog(page)).toBeVisible()
}

for (const { description, make } of representativeFakeNonEvmWalletVariants) {
  test(`${description} completes the step-up for linking an Ethereum wallet`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await installFox(page, key)
    await installFakeNonEvmVariantWallets(page, wallets)
    await signInByApi(context, server.origin, signer)
    const person = await readPersonIdFromSession(context, server.origin)
    await confirmAndLink(page, getInstalledFakeNonEvmWalletName(wallets))
    await chooseWalletInDialog(findLinkWalletDialog(page), fakeFoxWalletName)
    await expect(findLinkWalletDialog(page)).toBeHidden()
    await expect(findWalletListItems(page)).toHaveCount(2)
    expect(await readAddresses(context, server.origin)).toEqual([signer.address, key.address])
    expect(await readPersonIdFromSession(context, server.origin)).toBe(person)
  })

  test(`${description} is linked to a person with an Ethereum wallet and signs them in`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await installFox(page, key)
    await installFakeNonEvmVariantWallets(page, wallets)
    await signInByApi(context, server.origin, key)
    await confirmAndLink(page, fakeFoxWalletName)
    await chooseWalletInDialog(findLinkWalletDialog(page), getInstalledFakeNonEvmWalletName(wallets))
    await expect(findLinkWalletDialog(page)).toBeHidden()
    await expect(page.getByText(`${shortenAddress(signer.address)} is linked.`).first()).toBeVisible()
    expect(await readAddresses(context, server.origin)).toEqual([key.address, signer.address])
    const elsewhere = await signInWithHttpTestBrowser(server.origin, signer)
    expect(await elsewhere.readPersonId()).toBe(await readPersonIdFromSession(context, server.origin))
  })

  test(`${description} of another identity merges that identity after proving its ownership`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await signInByApi(context, server.origin, signer)
    const elsewhere = await signInWithHttpTestBrowser(server.origin, signer)
    await installFox(page, key)
    await installFakeNonEvmVariantWallets(page, wallets)
    await signInByApi(context, server.origin, key)
    const person = await readPersonIdFromSession(context, server.origin)
    expect(await elsewhere.readPersonId()).not.toBe(person)
    await confirmAndLink(page, fakeFoxWalletName)
    await chooseWalletInDialog(findLinkWalletDialog(page), getInstalledFakeNonEvmWalletName(wallets))
    await findLinkWalletDialog(page).getByRole('button', { name: 'It’s mine too' }).click()
    const preview = page.getByRole('dialog', { name: 'Merge the two identities?' })
    await expect(preview.getByText(shortenAddress(signer.address)).first()).toBeVisible()
    await preview.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(findWalletListItems(page)).toHaveCount(2)
    expect(await (await signInWithHttpTestBrowser(server.origin, signer)).readPersonId()).toBe(person)
  })
}

test('a wallet with several addresses steps up with the linked address and links the other', async ({
  page,
  context,
  server,
}) => {
  const number = newNumber()
  const keys = [createBitcoinTestKey(number, 'p2wpkh'), createBitcoinTestKey(number, 'p2tr')]
  const taproot = createBitcoinTestSigner(number, 'p2tr')
  await installFakeNonEvmVariantWallets(page, { bitcoin: [{ name: fakeNonEvmWalletName, keys }] })
  await signInByApi(context, server.origin, taproot)
  await confirmAndLink(page, fakeNonEvmWalletName)
  await chooseWalletInDialog(findLinkWalletDialog(page), fakeNonEvmWalletName)
  await expect(findLinkWalletDialog(page)).toBeHidden()
  expect(await readAddresses(context, server.origin)).toEqual([taproot.address, keys[0]?.address])
})

test('step-up names the account to switch to, asks no other to sign, and continues after the switch', async ({
  page,
  context,
  server,
}) => {
  const [way] = representativeFakeNonEvmWalletVariants
  const [number, other] = [newNumber(), newNumber()]
  const { signer } = way!.make(number)
  const { signer: stranger, wallets } = way!.make(other)
  const key = way!.make(number).wallets.solana?.[0]?.key
  await installFakeNonEvmVariantWallets(page, { solana: [{ ...wallets.solana![0]!, ...(key && { otherKey: key }) }] })
  await signInByApi(context, server.origin, signer)
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()
  await chooseWalletInDialog(findStepUpDialog(page), fakeNonEvmWalletName)
  await expect(
    findStepUpDialog(page).getByRole('heading', {
      name: `${fakeNonEvmWalletName} is using ${shortenAddress(stranger.address)}.`,
    }),
  ).toBeFocused()
  const wallet = await page.evaluate(() => {
    const { familyWallets } = globalThis as unknown as {
      familyWallets: Record<string, { methods: string[]; switchAccount(): void }>
    }
    const asked = [...(familyWallets['solana:Sun']?.methods ?? [])]
    familyWallets['solana:Sun']?.switchAccount()
    return asked
  })
  expect(wallet).toEqual(['standard:connect'])
  await expect(findLinkWalletDialog(page)).toBeVisible()
})
