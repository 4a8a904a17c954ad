// What a wallet is proved for besides signing in, with wallets of Solana and Bitcoin: that it is still the same person, another wallet linked, two
// identities merged.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { bitcoinSigner } from '@countersign/testing/signers'
import { installFakeWallets } from '@countersign/testing/fake-wallet'
import type { TestKey } from '@countersign/testing/test-keys'
import type { CallAnswer } from '@countersign/api/calls'
import type { BrowserContext, Page } from '@playwright/test'
import { signInClient } from '../src/client.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import { install, kindsOfWallets, nameIn, sun } from '../src/family-ways.ts'
import { readPersonId } from '../src/session.ts'
import { shortAddress, signInAtOnce } from '../src/sign-in.ts'
import { choose, fox, linkButton, linkDialog, openWallets, walletRows } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

let made = 81_000
const newNumber = () => (made += 1)

async function readAddresses(context: BrowserContext, origin: string): Promise<string[]> {
  const answer = await context.request.get(`${origin}/api/wallets`)
  return ((await answer.json()) as CallAnswer<'listWallets'>).items.map(({ address }) => address)
}

/** Puts a wallet of Ethereum beside the other. */
const installFox = (page: Page, key: TestKey) =>
  installFakeWallets(page, [{ behaviour: 'good', key, name: fox, rdns: 'test.fox' }])

/** Opens the dialog of linking, and confirms by the wallet that this person has. */
async function confirmAndLink(page: Page, name: string): Promise<void> {
  await openWallets(page)
  await linkButton(page).click()
  await choose(confirmDialog(page), name)
  await expect(linkDialog(page)).toBeVisible()
}

for (const { what, make } of kindsOfWallets) {
  test(`${what} confirms who is signed in by it, and so a wallet of Ethereum is linked`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await installFox(page, key)
    await install(page, wallets)
    await signInAtOnce(context, server.origin, signer)
    const person = await readPersonId(context, server.origin)
    await confirmAndLink(page, nameIn(wallets))
    await choose(linkDialog(page), fox)
    await expect(linkDialog(page)).toBeHidden()
    await expect(walletRows(page)).toHaveCount(2)
    expect(await readAddresses(context, server.origin)).toEqual([signer.address, key.address])
    expect(await readPersonId(context, server.origin)).toBe(person)
  })

  test(`${what} is linked to who has one of Ethereum, and is their way in from then on`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await installFox(page, key)
    await install(page, wallets)
    await signInAtOnce(context, server.origin, key)
    await confirmAndLink(page, fox)
    await choose(linkDialog(page), nameIn(wallets))
    await expect(linkDialog(page)).toBeHidden()
    await expect(page.getByText(`${shortAddress(signer.address)} is linked.`).first()).toBeVisible()
    expect(await readAddresses(context, server.origin)).toEqual([key.address, signer.address])
    const elsewhere = await signInClient(server.origin, signer)
    expect(await elsewhere.readPersonId()).toBe(await readPersonId(context, server.origin))
  })

  test(`${what} of another identity brings it along, once it has proved that as well`, async ({
    page,
    context,
    server,
    key,
  }) => {
    const { wallets, signer } = make(newNumber())
    await signInAtOnce(context, server.origin, signer)
    const elsewhere = await signInClient(server.origin, signer)
    await installFox(page, key)
    await install(page, wallets)
    await signInAtOnce(context, server.origin, key)
    const person = await readPersonId(context, server.origin)
    expect(await elsewhere.readPersonId()).not.toBe(person)
    await confirmAndLink(page, fox)
    await choose(linkDialog(page), nameIn(wallets))
    await linkDialog(page).getByRole('button', { name: 'It is mine too' }).click()
    const preview = page.getByRole('dialog', { name: 'Merge the two?' })
    await expect(preview.getByText(shortAddress(signer.address)).first()).toBeVisible()
    await preview.getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(walletRows(page)).toHaveCount(2)
    expect(await (await signInClient(server.origin, signer)).readPersonId()).toBe(person)
  })
}

test('a wallet that shares several addresses confirms by the one that is the person’s, and links the one that is not', async ({
  page,
  context,
  server,
}) => {
  const number = newNumber()
  const keys = [createBitcoinKey(number, 'p2wpkh'), createBitcoinKey(number, 'p2tr')]
  const taproot = bitcoinSigner(number, 'p2tr')
  await install(page, { bitcoin: [{ name: sun, keys }] })
  await signInAtOnce(context, server.origin, taproot)
  await confirmAndLink(page, sun)
  await choose(linkDialog(page), sun)
  await expect(linkDialog(page)).toBeHidden()
  expect(await readAddresses(context, server.origin)).toEqual([taproot.address, keys[0]?.address])
})

test('a wallet on an account that is not the person’s is not asked to sign: says which is, and goes on once it is switched', async ({
  page,
  context,
  server,
}) => {
  const [way] = kindsOfWallets
  const [number, other] = [newNumber(), newNumber()]
  const { signer } = way!.make(number)
  const { signer: stranger, wallets } = way!.make(other)
  const key = way!.make(number).wallets.solana?.[0]?.key
  await install(page, { solana: [{ ...wallets.solana![0]!, ...(key && { otherKey: key }) }] })
  await signInAtOnce(context, server.origin, signer)
  await openWallets(page)
  await linkButton(page).click()
  await choose(confirmDialog(page), sun)
  await expect(
    confirmDialog(page).getByRole('heading', { name: `${sun} is on ${shortAddress(stranger.address)}.` }),
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
  await expect(linkDialog(page)).toBeVisible()
})
