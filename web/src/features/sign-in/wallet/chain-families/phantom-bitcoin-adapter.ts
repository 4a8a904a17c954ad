// Phantom's own interface for Bitcoin. The wallet chooses the signature type.
import { getBitcoinChain } from '../get-bitcoin-chain.ts'
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { parseBitcoinAddresses } from './bitcoin-addresses.ts'
import { requestBitcoinSignature } from './request-bitcoin-signature.ts'

interface PhantomBitcoinProvider {
  requestAccounts(): Promise<unknown>
  signMessage(address: string, message: Uint8Array): Promise<unknown>
  on?(event: 'accountsChanged', listener: (accounts: unknown) => void): unknown
}

export const isPhantomBitcoinProvider = (provider: unknown): provider is PhantomBitcoinProvider =>
  ['requestAccounts', 'signMessage'].every((name) => typeof readUntrustedProperty(provider, name) === 'function')

export function createPhantomBitcoinAdapter(provider: PhantomBitcoinProvider): NonEthereumWalletAdapter {
  let addresses: readonly string[] = []
  const keep = (accounts: unknown) => (addresses = parseBitcoinAddresses(accounts))
  return {
    connect: async () => keep(await provider.requestAccounts()),
    getSharedAccounts: async () => addresses,
    getChain: () => getBitcoinChain(addresses[0]),
    sign: (text, address) =>
      requestBitcoinSignature(
        address,
        async () =>
          readUntrustedProperty(await provider.signMessage(address, new TextEncoder().encode(text)), 'signature'),
        null,
      ),
    onChange: (tell) => void provider.on?.('accountsChanged', (accounts) => tell(keep(accounts))),
  }
}
