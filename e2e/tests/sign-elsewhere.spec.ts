// Tests signing elsewhere: the message is copied, signed by independent implementations, and the
// signature is pasted, for all chain families and purposes.
import {
  createBitcoinTestKey,
  signBitcoinMessage,
  signLegacyBitcoinMessage,
} from '@countersign/testing/bitcoin-test-keys'
import type { BitcoinAddressKind, BitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { Page } from '@playwright/test'
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey, getBase58Decoder, signBytes } from '@solana/kit'
import jsqr from 'jsqr'
import { privateKeyToAccount } from 'viem/accounts'
import { mockDemonstrationWalletNotFound } from '../src/api-response-mocking-test-steps.ts'
import { findStepUpDialog } from '../src/find-step-up-dialog.ts'
import { pressControlByKeyboard } from '../src/press-control-by-keyboard.ts'
import {
  clickSignElsewhereButton,
  enterAddressToSignElsewhere,
  findPastedAddressField,
  findPastedSignatureField,
  readMessageToSignElsewhere,
  submitPastedSignature,
} from '../src/sign-elsewhere-test-steps.ts'
import {
  expectAccountPage,
  installFakeWallet,
  shortenAddress,
  signInByApiAndOpenAccount,
} from '../src/wallet-sign-in-test-steps.ts'
import {
  findLinkWalletButton,
  findLinkWalletDialog,
  findWalletListItems,
  openAccountWalletsPage,
} from '../src/wallets-page-test-steps.ts'
import { expect, test } from './server-playwright-fixtures.ts'

interface DesktopWallet {
  readonly address: string
  /** As the wallet shows or exports it. */
  readonly sign: (text: string) => Promise<string>
}

const createPrivateKey = (number: number): Uint8Array => {
  const key = new Uint8Array(32)
  new DataView(key.buffer).setUint32(28, number)
  return key
}

async function createSolanaDesktopWallet(write: (signature: Uint8Array) => string): Promise<DesktopWallet> {
  const { privateKey, publicKey } = await createKeyPairFromPrivateKeyBytes(createPrivateKey(95_001))
  return {
    address: await getAddressFromPublicKey(publicKey),
    sign: async (text) => write(Uint8Array.from(await signBytes(privateKey, new TextEncoder().encode(text)))),
  }
}

function createEthereumDesktopWallet(
  write: (address: string, text: string, signature: string) => string = (_address, _text, signature) => signature,
): DesktopWallet {
  const account = privateKeyToAccount(`0x${Buffer.from(createPrivateKey(95_002)).toString('hex')}`)
  return {
    address: account.address,
    sign: async (text) => write(account.address, text, await account.signMessage({ message: text })),
  }
}

function createBitcoinDesktopWallet(
  kind: BitcoinAddressKind,
  sign: (key: BitcoinTestKey, text: string) => string = signBitcoinMessage,
  number = 95_003,
): DesktopWallet {
  const key = createBitcoinTestKey(number, kind)
  return { address: key.address, sign: async (text) => sign(key, text) }
}

const writeArmoredBlock = (address: string, text: string, signature: string): string =>
  [
    '-----BEGIN BITCOIN SIGNED MESSAGE-----',
    text,
    '-----BEGIN BITCOIN SIGNATURE-----',
    address,
    signature,
    '-----END BITCOIN SIGNATURE-----',
    '',
  ].join('\n')

const wallets: Readonly<Record<string, () => DesktopWallet | Promise<DesktopWallet>>> = {
  'Ethereum, viem': () => createEthereumDesktopWallet(),
  'Ethereum, JSON of MyEtherWallet': () =>
    createEthereumDesktopWallet((address, msg, signature) =>
      JSON.stringify({ address: address.toLowerCase(), msg, sig: signature.slice(2), version: '2' }, null, 2),
    ),
  'Solana, @solana/kit': () => createSolanaDesktopWallet((signature) => getBase58Decoder().decode(signature)),
  'Solana, hexadecimal': () => createSolanaDesktopWallet((signature) => Buffer.from(signature).toString('hex')),
  'Solana, base64': () => createSolanaDesktopWallet((signature) => Buffer.from(signature).toString('base64')),
  'Bitcoin, SegWit, BIP-322': () => createBitcoinDesktopWallet('p2wpkh'),
  'Bitcoin, Taproot, BIP-322': () => createBitcoinDesktopWallet('p2tr'),
  'Bitcoin, legacy, armored block': () =>
    createBitcoinDesktopWallet('p2pkh', (key, text) =>
      writeArmoredBlock(key.address, text, signLegacyBitcoinMessage(key, text)),
    ),
  'Bitcoin, SegWit, 65 bytes as of Electrum': () => createBitcoinDesktopWallet('p2wpkh', signLegacyBitcoinMessage),
}

const readSession = async (page: Page): Promise<ApiEndpointOutput<'readSession'>> =>
  (await (await page.context().request.get('/api/session')).json()) as ApiEndpointOutput<'readSession'>

/** The texts and signatures that the page submits. */
function watchSubmissions(page: Page): unknown[] {
  const submitted: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/sign-in')
      submitted.push(request.postDataJSON())
  })
  return submitted
}

for (const [name, create] of Object.entries(wallets))
  test(`signs in elsewhere: ${name}`, async ({ page }) => {
    const { address, sign } = await create()
    await page.goto('/sign-in')
    await clickSignElsewhereButton(page)
    const text = await enterAddressToSignElsewhere(page, address)
    expect(text.split('\n')[1]).toBe(address)
    await submitPastedSignature(page, await sign(text))
    await expectAccountPage(page)
    expect((await readSession(page)).session?.wallet?.address).toBe(address)
    // It is not a wallet of this browser.
    expect(await page.evaluate(() => localStorage.getItem('countersign.recent-wallet'))).toBeNull()
  })

test('signing elsewhere works with the keyboard alone, also without a wallet in this browser', async ({ page }) => {
  const { address, sign } = createEthereumDesktopWallet()
  await mockDemonstrationWalletNotFound(page)
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'No wallet found in this browser.' })).toBeVisible()
  await pressControlByKeyboard(page, page.getByRole('button', { name: 'Use a desktop or hardware wallet' }))
  await expect(page.getByRole('heading', { name: 'Which address is yours?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(findPastedAddressField(page)).toBeFocused()
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Sign this message to prove/ })).toBeFocused()
  const signature = await sign(await readMessageToSignElsewhere(page))
  while (!(await findPastedSignatureField(page).evaluate((field) => field.matches(':focus'))))
    await page.keyboard.press('Tab')
  await page.keyboard.insertText(signature)
  await page.keyboard.press('Enter')
  await expectAccountPage(page)
})

test('signing elsewhere copies exactly the text of the message, and shows it as a QR code', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sign-in')
    await clickSignElsewhereButton(page)
    const text = await enterAddressToSignElsewhere(page, createEthereumTestKey(95_004).address)
    await page.getByRole('button', { name: 'Copy message' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    await page.getByRole('button', { name: 'Show as QR code' }).click()
    expect(await readMessageFromQrCode(page)).toBe(text)
  }
})

/** The browser decodes the PNG. */
async function readMessageFromQrCode(page: Page): Promise<string | undefined> {
  const code = page.getByRole('img', { name: 'QR code with the exact text of the message' })
  const png = await code.screenshot()
  const { pixels, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    drawn?.drawImage(bitmap, 0, 0)
    const { data, width, height } = drawn?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1)
    return { pixels: [...data], width, height }
  }, png.toString('base64'))
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height)?.data
}

test('a wrong pasted signature does not use up the message, and the right one still signs in', async ({ page }) => {
  const submitted = watchSubmissions(page)
  const key = createEthereumTestKey(95_005)
  await page.goto('/sign-in')
  await clickSignElsewhereButton(page)
  const text = await enterAddressToSignElsewhere(page, key.address)
  await submitPastedSignature(page, signEthereumMessage(key, `${text}\n`))
  await expect(page.getByRole('alert')).toContainText('extra line break or space at its end')
  await expect(findPastedSignatureField(page)).toBeFocused()
  expect(submitted).toEqual([])
  await submitPastedSignature(page, signEthereumMessage(key, text))
  await expectAccountPage(page)
  expect(submitted).toHaveLength(1)
})

test('M19: a message that someone copied in another browser signs no one in here', async ({
  page,
  browser,
  server,
}) => {
  const key = createEthereumTestKey(95_006)
  const stranger = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await stranger.goto('/sign-in')
  await clickSignElsewhereButton(stranger)
  const copied = await enterAddressToSignElsewhere(stranger, key.address)
  const signature = signEthereumMessage(key, copied)

  const submitted = watchSubmissions(page)
  await page.goto('/sign-in')
  await clickSignElsewhereButton(page)
  await enterAddressToSignElsewhere(page, key.address)
  await expect(page.getByText('Only sign a message you copied here yourself.')).toBeVisible()
  await submitPastedSignature(page, signature)
  await expect(page.getByRole('alert')).toContainText('or the text was changed')
  expect(submitted).toEqual([])
  const answer = await page.context().request.post('/api/sign-in', {
    headers: { origin: server.origin },
    data: { message: copied, signature },
  })
  expect(await answer.json()).toMatchObject({ code: 'challenge.invalid' })
  expect((await readSession(page)).session).toBeNull()
  await stranger.context().close()
})

test('steps up and links a wallet that signs elsewhere', async ({ page, key }) => {
  const { address, sign } = createBitcoinDesktopWallet('p2tr', signBitcoinMessage, 95_004)
  await signInByApiAndOpenAccount(page, key)
  await openAccountWalletsPage(page)
  await findLinkWalletButton(page).click()

  const stepUp = findStepUpDialog(page)
  await clickSignElsewhereButton(stepUp)
  await expect(findPastedAddressField(stepUp)).toHaveValue(key.address)
  const confirmation = await enterAddressToSignElsewhere(stepUp, key.address)
  await submitPastedSignature(stepUp, signEthereumMessage(key, confirmation))
  await expect(stepUp).toBeHidden()

  const dialog = findLinkWalletDialog(page)
  await clickSignElsewhereButton(dialog)
  await findPastedAddressField(dialog).fill(key.address)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This address is already linked. Enter the one you want to link.')
  const text = await enterAddressToSignElsewhere(dialog, address)
  await submitPastedSignature(dialog, await sign(text))
  await expect(dialog).toBeHidden()
  await expect(findWalletListItems(page)).toHaveCount(2)
  await expect(page.getByText(`${shortenAddress(address)} is linked.`).first()).toBeVisible()
})

test('Cancel returns to the wallets, with the focus on the button that was pressed last', async ({ page, key }) => {
  await installFakeWallet(page, key)
  await page.goto('/sign-in')
  for (const name of ['Use a desktop or hardware wallet', 'Use another device', 'Use a desktop or hardware wallet']) {
    const button = page.getByRole('button', { name })
    await button.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(button).toBeFocused()
  }
})

test.describe(() => {
  test.use({ allowedErrors: /503 \/assets\// })

  test('signing elsewhere submits nothing while the code that checks signatures cannot be loaded', async ({ page }) => {
    let isFailing = true
    await page.route('**/assets/check-pasted-signature-*.js', (route) =>
      isFailing ? route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } }) : route.fallback(),
    )
    const submitted = watchSubmissions(page)
    const key = createEthereumTestKey(95_007)
    await page.goto('/sign-in')
    await clickSignElsewhereButton(page)
    const text = await enterAddressToSignElsewhere(page, key.address)
    await submitPastedSignature(page, signEthereumMessage(key, text))
    await expect(page.getByRole('alert')).toHaveText(/^The signature couldn’t be checked/)
    expect(submitted).toEqual([])
    isFailing = false
    await submitPastedSignature(page, signEthereumMessage(key, text))
    await expectAccountPage(page)
  })
})
