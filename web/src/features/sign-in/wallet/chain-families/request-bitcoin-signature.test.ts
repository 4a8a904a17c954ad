// Tests which signature types are requested, with fake wallets and with bare errors.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import type { BitcoinAddressKind } from '@countersign/testing/bitcoin-test-keys'
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { expect, test, vi } from 'vitest'
import {
  connectTestWalletAccounts,
  createBitcoinMessageText,
  createBitcoinTestWalletProvider,
  readTestWalletErrorKind,
  signTextWithTestWallet,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'
import { requestBitcoinSignature } from './request-bitcoin-signature.ts'

const { address: segwit } = createBitcoinTestKey(1)
const { address: taproot } = createBitcoinTestKey(1, 'p2tr')
const { address: nested } = createBitcoinTestKey(1, 'p2sh-p2wpkh')
/** A P2WSH address (BIP-173 §Test vectors). */
const segwitScript = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const ecdsaSignature = `${'A'.repeat(87)}=`
const bip322Signature = 'AkcwRAIg'
const createPreference = (isEcdsaOnly = false) => ({ read: () => isEcdsaOnly, remember: vi.fn() })

async function listRequestedTypes(address: string, preference = createPreference(), answer = bip322Signature) {
  const request = vi.fn<(type: string) => Promise<string>>(async () => answer)
  await requestBitcoinSignature(address, request, preference)
  return request.mock.calls.flat()
}

test.each([
  ['native SegWit', segwit, false, 'bip322'],
  ['native SegWit, known to need ECDSA', segwit, true, 'ecdsa'],
  ['Taproot', taproot, true, 'bip322'],
  ['SegWit script', segwitScript, true, 'bip322'],
  ['nested SegWit', nested, false, 'ecdsa'],
  ['legacy', createBitcoinTestKey(1, 'p2pkh').address, false, 'ecdsa'],
  ['native SegWit on a test network', createBitcoinTestKey(1, 'p2wpkh', 'testnet').address, false, 'bip322'],
  ['nested SegWit on a test network', createBitcoinTestKey(1, 'p2sh-p2wpkh', 'testnet').address, false, 'ecdsa'],
  ['legacy on a test network', createBitcoinTestKey(1, 'p2pkh', 'testnet').address, false, 'ecdsa'],
])('first requests the signature type that fits the address: %s', async (_, address, isEcdsaOnly, type) => {
  expect(await listRequestedTypes(address, createPreference(isEcdsaOnly))).toEqual([type])
})

test.each([
  ['an unsupported method', { code: 4200, message: 'unsupported' }],
  ['an unknown method', { code: -32601, message: 'Method not found' }],
  ['invalid parameters', { code: -32602, message: 'Bad request' }],
  ['an unsupported address type', { code: -32603, message: 'Not support address type to sign' }],
  ['an unimplemented protocol', new Error('BIP-322 is not implemented for this device')],
  ['an unknown protocol', new Error('Unknown signing protocol')],
])('requests ECDSA after BIP-322 fails with %s, and remembers it', async (_, thrown) => {
  const preference = createPreference()
  const request = vi.fn<(type: string) => Promise<string>>(async (type) => {
    if (type === 'bip322') throw thrown
    return ecdsaSignature
  })
  expect(await requestBitcoinSignature(segwit, request, preference)).toBe(ecdsaSignature)
  expect(request.mock.calls).toEqual([['bip322'], ['ecdsa']])
  expect(preference.remember.mock.calls).toEqual([[true]])
})

test.each([
  ['declined', { code: 4001, message: 'User rejected the request.' }],
  ['locked', new Error('The wallet is locked.')],
  ['request-open', { code: -32002, message: 'Already processing a request.' }],
  ['no-account', { code: 4100, message: 'Unauthorized' }],
  ['disconnected', { code: 4900, message: 'Disconnected' }],
  ['failed', new Error('Something went wrong.')],
])('requests no other signature type if the wallet is %s', async (kind, thrown) => {
  for (const address of [segwit, nested, taproot]) {
    const request = vi.fn(async () => {
      throw thrown
    })
    const preference = createPreference()
    expect(await readTestWalletErrorKind(requestBitcoinSignature(address, request, preference))).toBe(kind)
    expect(request).toHaveBeenCalledOnce()
    expect(preference.remember).not.toHaveBeenCalled()
  }
})

test('remembers a wallet that answers a BIP-322 request with 65 bytes, and forgets it once it does not', async () => {
  for (const [answer, isEcdsaOnly] of [
    [ecdsaSignature, true],
    [bip322Signature, false],
  ] as const) {
    const preference = createPreference(!isEcdsaOnly)
    await listRequestedTypes(segwit, preference, answer)
    expect(preference.remember.mock.calls).toEqual([[isEcdsaOnly]])
  }
  const preference = createPreference()
  await listRequestedTypes(nested, preference, ecdsaSignature)
  expect(preference.remember).not.toHaveBeenCalled()
})

test.each([
  ['Taproot', taproot],
  ['SegWit script', segwitScript],
])('refuses 65 bytes for an address that has no such signature: %s', async (_, address) => {
  const failure = readTestWalletErrorKind(requestBitcoinSignature(address, async () => ecdsaSignature, null))
  expect(await failure).toBe('wallet.old_signature')
})

test.each([
  ['native SegWit', segwit, 'cannot-sign'],
  ['nested SegWit', nested, 'wallet.address_type'],
  ['Taproot', taproot, 'wallet.address_type'],
])('names the address type as the reason only if another type may work: %s', async (_, address, failure) => {
  const request = async () => {
    throw Object.assign(new Error('unsupported'), { code: 4200 })
  }
  for (const preference of [createPreference(), null])
    expect(await readTestWalletErrorKind(requestBitcoinSignature(address, request, preference))).toBe(failure)
})

test('encodes signature bytes as base64, and refuses what is not a signature', async () => {
  expect(await requestBitcoinSignature(segwit, async () => Uint8Array.of(1, 2, 255), null)).toBe('AQL/')
  for (const answer of [undefined, null, 7, {}, { length: 1e9 }, new Uint8Array(1e6)])
    await expect(requestBitcoinSignature(segwit, async () => answer, null)).rejects.toThrow('no signature')
})

test('a wallet that signs with ECDSA only is asked for it at once after a reload', async () => {
  const storage = createInMemoryWebStorage()
  for (const types of [['signMessage bip322-simple', 'signMessage ecdsa'], ['signMessage ecdsa']]) {
    const { provider, methods } = createBitcoinTestWalletProvider(
      { style: 'okx', behavior: 'ecdsa-only', keys: [createBitcoinTestKey(1)] },
      storage,
    )
    const [address = ''] = await connectTestWalletAccounts(provider)
    await signTextWithTestWallet(provider, address, createBitcoinMessageText(address))
    expect(methods.filter((method) => method.startsWith('signMessage'))).toEqual(types)
  }
})

test.each([
  ['unisat', 'p2sh-p2wpkh', ['signMessage ecdsa']],
  ['unisat', 'p2pkh', ['signMessage ecdsa']],
  ['unisat', 'p2tr', ['signMessage bip322-simple']],
] as const)('%s opens one prompt for a %s account', async (style, kind: BitcoinAddressKind, types) => {
  const { provider, methods } = createBitcoinTestWalletProvider({ style, keys: [createBitcoinTestKey(1, kind)] })
  const [address = ''] = await connectTestWalletAccounts(provider)
  await signTextWithTestWallet(provider, address, createBitcoinMessageText(address))
  expect(methods.filter((method) => method.startsWith('signMessage'))).toEqual(types)
})
