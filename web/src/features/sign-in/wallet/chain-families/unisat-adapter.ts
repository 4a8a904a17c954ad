// UniSat's interface, which OneKey, OKX and other wallets also have.
import { getBitcoinChain } from '../get-bitcoin-chain.ts'
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { parseBitcoinAddresses } from './bitcoin-addresses.ts'
import { requestBitcoinSignature } from './request-bitcoin-signature.ts'
import type { EcdsaPreference } from './request-bitcoin-signature.ts'

/** Older releases of OKX only have `connect`, which returns the account as an object. */
interface UniSatProvider {
  requestAccounts?(): Promise<unknown>
  connect?(): Promise<unknown>
  getAccounts?(): Promise<unknown>
  signMessage(text: string, type: 'bip322-simple' | 'ecdsa'): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
}

export const isUniSatProvider = (provider: unknown): provider is UniSatProvider =>
  typeof readUntrustedProperty(provider, 'signMessage') === 'function' &&
  ['requestAccounts', 'connect'].some((name) => typeof readUntrustedProperty(provider, name) === 'function')

export function createUniSatAdapter(provider: UniSatProvider, preference: EcdsaPreference): NonEthereumWalletAdapter {
  let addresses: readonly string[] = []
  let chain = getBitcoinChain()
  const keep = (accounts: unknown): readonly string[] => {
    addresses = parseBitcoinAddresses(accounts)
    if (addresses.length > 0) chain = getBitcoinChain(addresses[0])
    return addresses
  }
  const readSharedAccounts = async () => (provider.getAccounts ? keep(await provider.getAccounts()) : addresses)
  return {
    connect: async () => keep(await (provider.requestAccounts ? provider.requestAccounts() : provider.connect?.())),
    getSharedAccounts: readSharedAccounts,
    getChain: () => chain,
    sign: (text, address) =>
      requestBitcoinSignature(
        address,
        (type) => provider.signMessage(text, type === 'ecdsa' ? 'ecdsa' : 'bip322-simple'),
        preference,
      ),
    onChange(tell) {
      const hearAccounts = (accounts: unknown) => tell(keep(accounts))
      const hearNetwork = () => void readSharedAccounts().then(tell, () => {})
      // OKX names its event differently, and UniSat has two for a switch of the network.
      for (const event of ['accountsChanged', 'accountChanged']) provider.on?.(event, hearAccounts)
      for (const event of ['networkChanged', 'chainChanged']) provider.on?.(event, hearNetwork)
    },
  }
}
