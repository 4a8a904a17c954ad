// Tests what Bitcoin wallets of the Wallet Standard do differently, and hostile ones.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestWallet } from '@countersign/testing/fake-non-evm-wallets'
import { expect, test, vi } from 'vitest'
import {
  connectTestWalletAccounts,
  createBitcoinTestWalletProvider,
  readTestWalletErrorKind,
  requireFirstTestWalletProvider,
  signTextWithTestWallet,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'
import { isBitcoinStandardWallet } from './bitcoin-wallet-standard-adapter.ts'

const { address } = createBitcoinTestKey(1)
const account = { address, chains: ['bitcoin:mainnet'] }
const createWallet = (features: object) => ({ name: 'Orange', chains: ['bitcoin:mainnet'], accounts: [], features })

test('requests payment and ordinals accounts, and lists native SegWit first', async () => {
  const keys = [createBitcoinTestKey(1, 'p2tr'), createBitcoinTestKey(1)]
  const { provider, methods } = createBitcoinTestWalletProvider({ style: 'standard', keys })
  expect(await connectTestWalletAccounts(provider)).toEqual(keys.map((key) => key.address).toReversed())
  expect(methods).toEqual(['bitcoin:connect payment ordinals'])
})

test('works with the general connect feature and with a single output, as in Trust Wallet', async () => {
  const signMessage = vi.fn<(input: object) => Promise<object>>(async () => ({ signature: Uint8Array.of(1, 2, 3) }))
  const solanaAccount = { address: createBitcoinTestKey(2).address, chains: ['solana:mainnet'] }
  const wallet = createWallet({
    'standard:connect': { connect: async () => ({ accounts: [solanaAccount, account] }) },
    'bitcoin:signMessage': { signMessage },
  })
  const provider = requireFirstTestWalletProvider([wallet], {})
  expect(await connectTestWalletAccounts(provider)).toEqual([address])
  expect(await signTextWithTestWallet(provider, address, 'text')).toBe('AQID')
  expect(signMessage.mock.calls).toEqual([[{ account, address, message: new TextEncoder().encode('text') }]])
})

test('refuses to sign for an unshared account', async () => {
  const { provider } = createBitcoinTestWalletProvider({ style: 'standard' })
  expect(await readTestWalletErrorKind(signTextWithTestWallet(provider, address))).toBe('no-account')
})

test('ignores a change event that contains only a placeholder, as OneKey sends', async () => {
  let tell: (changes: object) => void = () => {}
  const wallet = createWallet({
    'bitcoin:connect': { connect: async () => ({ accounts: [account] }) },
    'standard:events': { on: (_: string, listener: typeof tell) => (tell = listener) },
    'bitcoin:signMessage': {},
  })
  const provider = requireFirstTestWalletProvider([wallet], {})
  const heard: unknown[] = []
  provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
  for (const accounts of [[{ address: 'payment' }], [null, 7], undefined, 'text']) tell({ accounts })
  tell({})
  expect(heard).toEqual([])
  tell({ accounts: [account] })
  tell({ accounts: [] })
  expect(heard).toEqual([[address], []])
})

test.each([
  ['null', null],
  ['without features', { name: 'Orange', chains: ['bitcoin:mainnet'] }],
  ['whose chains are a text', { name: 'Orange', chains: 'bitcoin:mainnet', features: {} }],
  ['of another chain', createBitcoinStandardLookalike(['solana:mainnet'])],
  ['whose chains are not texts', createBitcoinStandardLookalike([7, null])],
  ['that cannot sign messages', createWallet({ 'bitcoin:connect': {} })],
  ['that cannot connect', createWallet({ 'bitcoin:signMessage': {} })],
])('N4: a registered value is not taken for a Bitcoin wallet: %s', (_, value) => {
  expect(isBitcoinStandardWallet(value)).toBe(false)
})

function createBitcoinStandardLookalike(chains: readonly unknown[]): object {
  return { ...createBitcoinTestWallet({ name: 'Orange', style: 'standard' }).provider, chains }
}
