// Tests the differences between wallets with UniSat's interface.
import { createBitcoinTestKey } from '@countersign/testing/bitcoin-test-keys'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect, test } from 'vitest'
import {
  connectTestWalletAccounts,
  requireFirstTestWalletProvider,
} from '../../../../testing/non-ethereum-wallet-adapter-test-steps.ts'

const { address } = createBitcoinTestKey(1)
const { address: other } = createBitcoinTestKey(1, 'p2wpkh', 'testnet')

test('an older OKX release connects with its own method and keeps the account', async () => {
  const bitcoin = { connect: async () => ({ address, publicKey: '' }), signMessage: async () => '' }
  const provider = requireFirstTestWalletProvider([], { okxwallet: { bitcoin } })
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(await connectTestWalletAccounts(provider)).toEqual([address])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
})

test.each(['networkChanged', 'chainChanged'])('reads the account again after a %s event', async (event) => {
  const listeners = new Map<string, (value: unknown) => void>()
  let accounts = [other]
  const provider = requireFirstTestWalletProvider([], {
    unisat: {
      requestAccounts: async () => accounts,
      getAccounts: async () => accounts,
      signMessage: async () => '',
      on: (name: string, listener: (value: unknown) => void) => listeners.set(name, listener),
    },
  })
  const heard: unknown[] = []
  provider.on?.('accountsChanged', (changed) => heard.push(changed))
  await connectTestWalletAccounts(provider)
  accounts = [address]
  listeners.get(event)?.('livenet')
  await waitUntilPassing(() => expect(heard).toEqual([[address]]))
  expect(await provider.request({ method: 'eth_chainId' })).toBe('bip122:mainnet')
})
