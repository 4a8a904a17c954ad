// Tests the demonstration wallet's Solana and Bitcoin accounts by verifying their signatures with
// this project's code.
import { inspectMessageSignature } from '@countersign/inspector/inspect-message-signature'
import { parseBitcoinAddress } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { validBitcoinMessageExample, validSolanaMessageExample } from '@countersign/message/message-error-examples'
import { messageLayoutByNamespace } from '@countersign/message/message-layout'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { describe, expect, test, vi } from 'vitest'
import { parseWalletError } from '../wallet/parse-wallet-provider-error.ts'
import { encodeHexText } from '../wallet/eip1193-provider.ts'
import { adaptNonEthereumWalletToEip1193 } from '../wallet/chain-families/adapt-non-ethereum-wallet-to-eip1193.ts'
import { findBitcoinWallets } from '../wallet/chain-families/find-bitcoin-wallets.ts'
import { isSolanaWallet, createSolanaWalletAdapter } from '../wallet/chain-families/solana-wallet-adapter.ts'
import { createSingleApprovalDialogOpener } from './demonstration-wallet-account.ts'
import { loadOrCreateDemonstrationBitcoinKey } from './load-or-create-demonstration-bitcoin-key.ts'
import { createDemonstrationBitcoinProvider } from './demonstration-bitcoin-provider.ts'
import type {
  DemonstrationWalletApprovalDecision,
  DemonstrationWalletApprovalDialog,
} from './demonstration-wallet-approval-dialog.ts'
import { loadOrCreateDemonstrationSolanaKey } from './load-or-create-demonstration-solana-key.ts'
import { createDemonstrationSolanaWallet } from './demonstration-solana-wallet.ts'

const fields = {
  domain: 'site.example',
  statement: 'Sign in.',
  uri: 'https://site.example',
  version: '1',
  nonce: '8mzv3kcq7h2ydx5w',
  issuedAt: '2026-11-25T12:00:00Z',
} as const

function createWallet(answers: Partial<DemonstrationWalletApprovalDialog> = {}, storage = createInMemoryWebStorage()) {
  const dialog: DemonstrationWalletApprovalDialog = {
    askToConnect: async () => 'approved',
    askToSign: async () => 'approved',
    ...answers,
  }
  const ask = createSingleApprovalDialogOpener(async () => dialog)
  const wallet = createDemonstrationSolanaWallet({
    name: 'Demonstration wallet',
    icon: 'data:image/svg+xml,',
    domain: 'site.example',
    loadKey: async () => loadOrCreateDemonstrationSolanaKey(() => storage),
    loadWriter: async () => (message: SignInMessage) =>
      formatMessageWithOffsets(message, messageLayoutByNamespace.solana).text,
    ask,
  })
  if (!isSolanaWallet(wallet)) throw new Error('The page does not take it for a wallet of Solana.')
  const provider = createDemonstrationBitcoinProvider({
    loadKey: async () => loadOrCreateDemonstrationBitcoinKey(() => storage),
    ask,
  })
  const [listed] = findBitcoinWallets({
    btc_providers: [{ id: 'demonstration.bitcoin', name: 'Demonstration wallet' }],
    demonstration: { bitcoin: provider },
  })
  if (!listed) throw new Error('The page does not take it for a wallet of Bitcoin.')
  const bitcoin = listed.createAdapter({ read: () => false, remember: () => {} })
  return { wallet, solana: createSolanaWalletAdapter(wallet), bitcoin, provider }
}

describe('demonstration Solana wallet', () => {
  test('connects, and its message signature proves the address', async () => {
    const { solana, wallet } = createWallet()
    expect(wallet.accounts).toEqual([])
    expect(await solana.getSharedAccounts()).toEqual([])
    const [address = ''] = await solana.connect()
    expect(await solana.getSharedAccounts()).toEqual([address])
    const text = validSolanaMessageExample.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', address)
    expect(inspectMessageSignature(await solana.sign(text, address), text)).toMatchObject({
      form: 'ed25519',
      signer: address,
      matches: true,
    })
  })

  test('signs in with one prompt, in which a new key can be requested', async () => {
    const decisions: DemonstrationWalletApprovalDecision[] = ['new-key', 'approved']
    const askToConnect = vi.fn<DemonstrationWalletApprovalDialog['askToConnect']>()
    const askToSign = vi.fn<DemonstrationWalletApprovalDialog['askToSign']>(async () => decisions.shift() ?? 'declined')
    const { solana } = createWallet({ askToConnect, askToSign })
    const { address, text, signature } = await solana.signIn!({ ...fields, chainId: 'mainnet' })
    expect(text).toBe(
      formatMessageWithOffsets({ ...fields, address, chainId: 'mainnet' }, messageLayoutByNamespace.solana).text,
    )
    expect(inspectMessageSignature(signature, text)).toMatchObject({ signer: address, matches: true })
    expect(askToConnect).not.toHaveBeenCalled()
    const [[, before, , wasConnected] = [], [, after] = []] = askToSign.mock.calls
    expect({ wasConnected, isSame: before === after, isSigned: after === address }).toEqual({
      wasConnected: false,
      isSame: false,
      isSigned: true,
    })
    expect(await solana.getSharedAccounts()).toEqual([address])
  })

  test('reports when its account is shared and when it no longer is', async () => {
    const { solana, wallet } = createWallet()
    const tell = vi.fn()
    solana.onChange!(tell)
    const addresses = await solana.connect()
    await wallet.features['standard:disconnect'].disconnect()
    expect(tell.mock.calls).toEqual([[addresses], [[]]])
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
  })

  test('returns 4001 when declined and 4100 for an unshared account', async () => {
    const declining = createWallet({ askToConnect: async () => 'declined', askToSign: async () => 'declined' })
    await expect(declining.solana.connect()).rejects.toMatchObject({ code: 4001 })
    await expect(declining.solana.signIn!({ ...fields })).rejects.toMatchObject({ code: 4001 })
    const { wallet } = createWallet()
    const asked = { account: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' }, message: Uint8Array.of(1) }
    await expect(wallet.features['solana:signMessage'].signMessage(asked)).rejects.toMatchObject({ code: 4100 })
  })
})

describe('demonstration Bitcoin wallet', () => {
  test('shares a mainnet SegWit address and proves it with BIP-322 signatures', async () => {
    // The test repeats, because signature lengths vary.
    for (let count = 0; count < 12; count += 1) {
      const { bitcoin } = createWallet()
      const [address = ''] = await bitcoin.connect()
      expect(parseBitcoinAddress(address)).toMatchObject({ type: 'p2wpkh', networks: ['mainnet'] })
      const text = validBitcoinMessageExample.replace('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', address)
      expect(inspectMessageSignature(await bitcoin.sign(text, address), text)).toMatchObject({
        form: 'bip322-simple',
        signer: address,
        matches: true,
      })
    }
  })

  test('returns the error codes of real Bitcoin wallets for unsupported or invalid requests', async () => {
    const { provider, bitcoin } = createWallet()
    const codeOf = async (method: string, params?: unknown) => {
      const answer = await provider.request(method, params)
      return 'error' in answer ? answer.error.code : null
    }
    expect(await codeOf('sendTransfer', {})).toBe(-32601)
    const [address] = await bitcoin.connect()
    expect(await codeOf('signMessage', { address, message: 7 })).toBe(-32602)
    expect(await codeOf('signMessage', { address, message: 'x', protocol: 'ECDSA' })).toBe(-32602)
    expect(await codeOf('signMessage', { address: 'bc1q', message: 'x' })).toBe(-32002)
    const declining = createWallet({ askToConnect: async () => 'declined' })
    expect(await declining.provider.request('getAddresses')).toMatchObject({ error: { code: -32000 } })
    // The same numeric codes mean something else in EIP-1193.
    const kindOf = async (asked: Promise<unknown>) =>
      parseWalletError(await asked.catch((thrown: unknown) => thrown)).kind
    expect(await kindOf(declining.bitcoin.connect())).toBe('declined')
    expect(await kindOf(bitcoin.sign('x', 'bc1q'))).toBe('no-account')
  })
})

test('the demonstration Solana and Bitcoin wallets show exactly the text that they are asked to sign', async () => {
  const askToSign = vi.fn<DemonstrationWalletApprovalDialog['askToSign']>(async () => 'approved')
  const { solana, bitcoin } = createWallet({ askToSign })
  const text = 'localhost:3000 ✓\n'
  for (const port of [solana, bitcoin]) {
    const provider = adaptNonEthereumWalletToEip1193(port)
    const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    await provider.request({ method: 'personal_sign', params: [encodeHexText(text), address] })
  }
  expect(askToSign.mock.calls.map(([, , shown]) => shown)).toEqual([text, text])
})

test('the demonstration wallet rejects a second request on another chain family', async () => {
  const { promise, resolve } = Promise.withResolvers<'approved'>()
  const { solana, bitcoin } = createWallet({ askToConnect: () => promise })
  const first = solana.connect()
  const problem = parseWalletError(await bitcoin.connect().catch((thrown: unknown) => thrown))
  expect(problem.kind).toBe('request-open')
  resolve('approved')
  expect(await first).toHaveLength(1)
})

test('addresses persist across visits, and a new key replaces only the key of its chain family', async () => {
  const storage = createInMemoryWebStorage()
  const first = createWallet({}, storage)
  const [solana, bitcoin] = [await first.solana.connect(), await first.bitcoin.connect()]
  const decisions: DemonstrationWalletApprovalDecision[] = ['new-key', 'approved']
  const second = createWallet({ askToConnect: async () => decisions.shift() ?? 'approved' }, storage)
  expect(await second.solana.connect()).not.toEqual(solana)
  expect(await second.bitcoin.connect()).toEqual(bitcoin)
})
