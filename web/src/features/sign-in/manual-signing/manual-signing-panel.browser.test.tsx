// Tests signing elsewhere in a browser, with a server and wallets that the test plays.
import { bitcoinChainReferences } from '@countersign/message/bip122/bitcoin-chains'
import { ethereumTestKeys, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { exampleWalletChallenge } from '../../../testing/wallet-proof-phase-fixtures.ts'
import { LanguageProvider } from '../../../i18n/LanguageProvider.tsx'
import { loadTranslations } from '../../../i18n/browser-language-negotiation.ts'
import { ScreenReaderAnnouncer } from '../../../ui/ScreenReaderAnnouncer.tsx'
import type { ManualSigningOptions } from '../proof-flow/manual-signing-options.ts'
import type { AcceptedWalletProof, WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { WalletProofChallenge } from '../wallet/wallet-proof-phases.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { createInitialWalletProofState } from '../wallet/wallet-proof-state.ts'
import { ManualSigningPanel } from './ManualSigningPanel.tsx'
import '../../../app/sign-in.css'

const { alice, bob } = ethereumTestKeys
const files = ['common', 'sign-in', 'manual-signing'] as const
const lifetimeMs = 300_000

function createChallenge(count: number, more: Partial<WalletProofChallenge>): WalletProofChallenge {
  const [issuedAt, expirationTime] = [Date.now(), Date.now() + lifetimeMs].map((time) => new Date(time).toISOString())
  const nonce = `nonce${String(count).padStart(8, '0')}`
  return {
    ...exampleWalletChallenge,
    message: { ...exampleWalletChallenge.message, nonce, issuedAt: issuedAt!, expirationTime: expirationTime! },
    keyChains: { solana: 'mainnet', bip122: bitcoinChainReferences.mainnet },
    expiresAt: expirationTime!,
    ...more,
  }
}

interface RenderOptions {
  purpose?: SameBrowserWalletProofPurpose
  challenge?: Partial<WalletProofChallenge>
  results?: WalletProofServerResult<AcceptedWalletProof>[]
}

async function renderPanel({ purpose = { for: 'sign-in' }, challenge = {}, results = [] }: RenderOptions = {}) {
  const submitted: { message: string; signature: string }[] = []
  const left: string[] = []
  let challengeCount = 0
  const options: ManualSigningOptions = {
    purpose,
    createChallenge: async () => ({ ok: true, answer: createChallenge((challengeCount += 1), challenge) }),
    submit: async (message, signature) => {
      submitted.push({ message, signature })
      return results.shift() ?? { ok: true, answer: { name: 'Ada', next: '/account' } }
    },
    leave: (path) => left.push(path),
  }
  const pageState = {
    ...createInitialWalletProofState(0, purpose, { isVisible: true, isOnline: true }),
    slot: { at: 'ready', challenge: createChallenge(0, challenge), renewAt: 0, expiresAt: 0, contract: null },
  } as const
  const onBack = vi.fn<() => void>()
  await render(
    <LanguageProvider language="en" messages={await loadTranslations('en', files)} files={files}>
      <ScreenReaderAnnouncer>
        <ManualSigningPanel
          options={options}
          pageProof={{ subscribe: () => () => undefined, getSnapshot: () => pageState }}
          onBack={onBack}
        />
      </ScreenReaderAnnouncer>
    </LanguageProvider>,
  )
  return { submitted, left, onBack }
}

const addressField = () => page.getByLabelText('Your wallet address')
const signatureField = () => page.getByLabelText('Signature from your wallet')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert')
const messageBox = () => page.getByRole('group', { name: 'The message' })

async function enterAddress(address: string): Promise<string> {
  await addressField().fill(address)
  await button('Continue').click()
  await expect.element(messageBox()).toBeVisible()
  return messageBox().element().querySelector('pre')?.textContent ?? ''
}

async function submitSignature(signature: string): Promise<void> {
  await signatureField().fill(signature)
  await button('Submit signature').click()
}

test.each([
  ['Ethereum', alice.address, (text: string) => signEthereumMessage(alice, text)],
  ['Solana', solanaTestKeys.alice.address, (text: string) => signSolanaMessage(solanaTestKeys.alice, text)],
])('%s: signs in with a pasted address and signature', async (chain, address, sign) => {
  const { submitted } = await renderPanel()
  await expect.element(page.getByRole('heading', { name: 'Which address is yours?' })).toHaveFocus()
  await addressField().fill(` ${address}\n`)
  await expect.element(page.getByText(`${chain} address`, { exact: true })).toBeVisible()
  const text = await enterAddress(address)
  expect(text.split('\n').slice(0, 2)).toEqual([
    `site.example wants you to sign in with your ${chain} account:`,
    address,
  ])
  await expect.element(page.getByRole('heading', { name: /^Sign this message to prove/ })).toHaveFocus()
  await expect.element(page.getByText(/^Valid for [45]:\d\d/)).toBeVisible()
  await submitSignature(`\n${sign(text)}\n`)
  await expect.element(page.getByRole('heading', { name: 'Signed in as Ada.' })).toHaveFocus()
  expect(submitted).toEqual([{ message: text, signature: sign(text) }])
})

test('copies exactly the characters of the message, and shows them as a QR code', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderPanel()
  const text = await enterAddress(alice.address)
  await button('Copy message').click()
  expect(written.mock.calls).toEqual([[text]])
  expect(text).toBe(text.trim())
  written.mockRestore()
  const code = page.getByRole('img', { name: 'QR code with the exact text of the message' })
  await expect.element(code).not.toBeInTheDocument()
  await button('Show as QR code').click()
  await expect.element(code).toBeVisible()
  await button('Hide QR code').click()
  await expect.element(code).not.toBeInTheDocument()
})

test('an invalid address gets the focus, with a text that shows a valid one', async () => {
  await renderPanel()
  await button('Continue').click()
  await expect.element(addressField()).toHaveFocus()
  await expect.element(alert()).toMatchTextContent(/^Enter your address, such as 0x5aAeb6053F3E/)
  await addressField().fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')
  await expect.element(addressField()).toHaveAttribute('aria-invalid', 'true')
  await expect.element(alert()).toMatchTextContent(/checksum.*bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/)
  await addressField().fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
  await expect.element(alert()).toMatchTextContent(/This site uses Bitcoin mainnet/)
  await addressField().fill(alice.address)
  await expect.element(addressField()).toHaveAttribute('aria-invalid', 'false')
  await expect.element(alert()).toBeEmptyDOMElement()
})

test('only offers the chain families that the site accepts', async () => {
  await renderPanel({ challenge: { chainIds: [], keyChains: { solana: 'mainnet' } } })
  await expect.element(page.getByText('Solana address', { exact: true })).toBeVisible()
  await addressField().fill(alice.address)
  await button('Continue').click()
  await expect
    .element(alert())
    .toMatchTextContent(/^This site doesn’t accept Ethereum addresses. It accepts Solana addresses, such as 4Nd1/)
})

test('a secret is removed from both fields at once and never submitted', async () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const { submitted } = await renderPanel()
  await addressField().fill(phrase)
  await expect.element(addressField()).toHaveValue('')
  await expect.element(alert()).toMatchTextContent(/^This looks like a private key or recovery phrase/)
  await enterAddress(alice.address)
  await signatureField().fill(phrase)
  await expect.element(signatureField()).toHaveValue('')
  await expect.element(alert()).toMatchTextContent(/Never enter it on a website/)
  expect(submitted).toEqual([])
})

test('M19: a signature that does not match is explained and not submitted, and the message stays valid', async () => {
  const { submitted } = await renderPanel()
  const text = await enterAddress(alice.address)
  const cases: [string, RegExp][] = [
    [text, /^This is the message/],
    ['0x1234', /contract wallet/],
    [signEthereumMessage(alice, `${text}\n`), /extra line break or space at its end/],
    [signEthereumMessage(alice, text.replaceAll('\n', '\r\n')), /^The line breaks changed/],
    [signEthereumMessage(bob, text), /^Either 0x2B5A…\w{4} signed instead/],
    [signEthereumMessage(alice, text.replace('Nonce: n', 'Nonce: m')), /or the text was changed/],
    [JSON.stringify({ address: bob.address, sig: signEthereumMessage(alice, text) }), /for a different address/],
  ]
  for (const [pasted, explanation] of cases) {
    await submitSignature(pasted)
    await expect.element(alert()).toMatchTextContent(explanation)
    await expect.element(signatureField()).toHaveFocus()
  }
  expect(submitted).toEqual([])
  await submitSignature(signEthereumMessage(alice, text))
  await expect.element(page.getByRole('heading', { name: 'Signed in as Ada.' })).toBeVisible()
  expect(submitted).toHaveLength(1)
})

test('a signature that the address cannot have is explained without the name of a wallet', async () => {
  const { submitted } = await renderPanel()
  await enterAddress('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
  await submitSignature(`${'A'.repeat(87)}=`)
  await expect.element(alert()).toMatchTextContent(/^A 65-byte signature doesn’t work with bc1p5cyx…drcr/)
  expect(submitted).toEqual([])
})

test('a signature that may be of a contract is submitted only after the person confirms it', async () => {
  const { submitted } = await renderPanel({ challenge: { readChains: [{ id: '1', name: 'Ethereum' }] } })
  const text = await enterAddress(alice.address)
  const signature = signEthereumMessage(bob, text)
  await submitSignature(signature)
  await button('It’s a contract wallet: submit anyway').click()
  await expect.element(page.getByRole('heading', { name: 'Signed in as Ada.' })).toBeVisible()
  expect(submitted).toEqual([{ message: text, signature }])
})

test.each([
  [{ for: 'sign-in' }, 'they would be signed in as you'],
  [{ for: 'step-up', addresses: [alice.address] }, 'they could change your wallets, passkeys and data'],
  [{ for: 'link', addresses: [bob.address] }, 'your wallet would belong to them here'],
  [{ for: 'merge', addresses: [alice.address] }, 'they could take over your identity here'],
] as const)('M19: warns of messages from strangers before the message is copied: %j', async (purpose, warning) => {
  await renderPanel({ purpose })
  await enterAddress(alice.address)
  const notice = page.getByText('Only sign a message you copied here yourself.')
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText(warning)).toBeVisible()
  const copy = button('Copy message').element()
  expect(notice.element().compareDocumentPosition(copy) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})

test('a step-up starts with the only wallet, and accepts no other', async () => {
  await renderPanel({ purpose: { for: 'step-up', addresses: [alice.address] } })
  await expect.element(addressField()).toHaveValue(alice.address)
  await addressField().fill(bob.address)
  await button('Continue').click()
  await expect.element(alert()).toMatchTextContent(/Use 0x7E5F…\w{4}\.$/)
})

test('an address that turns out to be linked returns to the address, which says so', async () => {
  const results = [{ ok: false, problem: { code: 'wallet.already_linked' } }] as const
  await renderPanel({ purpose: { for: 'link', addresses: [] }, results: [...results] })
  const text = await enterAddress(alice.address)
  await submitSignature(signEthereumMessage(alice, text))
  await expect.element(alert()).toMatchTextContent(/^This address is already linked/)
  await expect.element(addressField()).toHaveValue(alice.address)
  await enterAddress(bob.address)
})

test('the address can be changed, and Cancel leaves the panel', async () => {
  const { onBack } = await renderPanel()
  await enterAddress(alice.address)
  await button('Change address').click()
  await expect.element(addressField()).toHaveValue(alice.address)
  expect(await enterAddress(bob.address)).toContain(bob.address)
  expect(onBack).not.toHaveBeenCalled()
  await button('Cancel').click()
  expect(onBack).toHaveBeenCalledOnce()
})
