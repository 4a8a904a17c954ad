// Bitcoin wallets of the Wallet Standard, which choose the signature type (bitcoin-wallet-standard).
import { getBitcoinChain } from '../get-bitcoin-chain.ts'
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import type { NonEthereumWalletAdapter } from './adapt-non-ethereum-wallet-to-eip1193.ts'
import { parseBitcoinAddresses } from './bitcoin-addresses.ts'
import { requestBitcoinSignature } from './request-bitcoin-signature.ts'

interface BitcoinStandardAccount {
  readonly address: string
}

interface ChangeEvents {
  on(event: 'change', listener: (changes: unknown) => void): unknown
}

/** Some wallets have the general features in place of those for Bitcoin. */
interface BitcoinStandardWallet {
  readonly name: string
  readonly icon?: string
  readonly chains: readonly string[]
  readonly accounts: readonly BitcoinStandardAccount[]
  readonly features: {
    readonly 'bitcoin:connect'?: { connect(input: { purposes: readonly string[] }): Promise<unknown> }
    readonly 'standard:connect'?: { connect(): Promise<unknown> }
    readonly 'bitcoin:events'?: ChangeEvents
    readonly 'standard:events'?: ChangeEvents
    /** Trust needs `address`, and returns one output instead of a list. */
    readonly 'bitcoin:signMessage': {
      signMessage(input: { account: BitcoinStandardAccount; message: Uint8Array; address: string }): Promise<unknown>
    }
  }
}

export function isBitcoinStandardWallet(value: unknown): value is BitcoinStandardWallet {
  try {
    const { name, chains, features } = value as BitcoinStandardWallet
    return (
      typeof name === 'string' &&
      chains.some(isBitcoinChain) &&
      'bitcoin:signMessage' in features &&
      ('bitcoin:connect' in features || 'standard:connect' in features)
    )
  } catch {
    return false
  }
}

const isBitcoinChain = (chain: unknown): boolean => typeof chain === 'string' && chain.startsWith('bitcoin:')

export function createBitcoinStandardAdapter(wallet: BitcoinStandardWallet): NonEthereumWalletAdapter {
  const { features } = wallet
  /** Some wallets do not expose the accounts that they shared. */
  let accounts = listBitcoinAccounts(wallet.accounts)
  const keep = (reported: unknown): readonly string[] => {
    accounts = listBitcoinAccounts(reported)
    return parseBitcoinAddresses(accounts)
  }
  return {
    async connect() {
      const answer = features['bitcoin:connect']
        ? await features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })
        : await features['standard:connect']?.connect()
      return keep(readUntrustedProperty(answer, 'accounts'))
    },
    async getSharedAccounts() {
      const shared = listBitcoinAccounts(wallet.accounts)
      if (shared.length > 0) accounts = shared
      return parseBitcoinAddresses(shared)
    },
    getChain: () => getBitcoinChain(parseBitcoinAddresses(accounts)[0]),
    sign: (text, address) =>
      requestBitcoinSignature(
        address,
        async () => {
          const account = accounts.find((one) => one.address === address)
          if (!account) throw Object.assign(new Error('no account'), { code: 4100 })
          const message = new TextEncoder().encode(text)
          const signed = await features['bitcoin:signMessage'].signMessage({ account, message, address })
          // Some wallets report other bytes than the signed ones, so only the server checks the text.
          return readUntrustedProperty(Array.isArray(signed) ? signed[0] : signed, 'signature')
        },
        null,
      ),
    onChange(tell) {
      const events = features['bitcoin:events'] ?? features['standard:events']
      events?.on('change', (changes) => {
        const reported = readUntrustedProperty(changes, 'accounts')
        if (!Array.isArray(reported)) return
        const addresses = parseBitcoinAddresses(listBitcoinAccounts(reported))
        // OneKey reports a placeholder if its account changed.
        if (addresses.length > 0 || reported.length === 0) tell(keep(reported))
      })
    },
  }
}

const listBitcoinAccounts = (reported: unknown): readonly BitcoinStandardAccount[] =>
  Array.isArray(reported) ? reported.filter(isBitcoinAccount) : []

function isBitcoinAccount(account: unknown): account is BitcoinStandardAccount {
  const chains = readUntrustedProperty(account, 'chains')
  return (
    typeof readUntrustedProperty(account, 'address') === 'string' &&
    (!Array.isArray(chains) || chains.some(isBitcoinChain))
  )
}
