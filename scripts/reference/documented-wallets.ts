// How each wallet signs in here, and which ones were tested. The counts are those of the signatures in
// packages/proof/vectors/wallets, which every test run verifies.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMarkdownTable } from './format-markdown.ts'

interface DocumentedWallet {
  readonly name: string
  readonly chains: string
  readonly signsIn: string
  /** Version of the real wallet that was tested, and when; absent if none was. */
  readonly tested?: string
  /** How the vectors name the wallet, if they differ from `name`. */
  readonly vectors?: readonly string[]
}

const elsewhere = '[signing elsewhere](../features.md)'

const wallets: readonly DocumentedWallet[] = [
  { name: 'MetaMask', chains: 'all', signsIn: 'EIP-6963; Wallet Standard' },
  { name: 'Clear', chains: 'Ethereum', signsIn: 'EIP-6963', tested: 'November 2026' },
  { name: 'Taho', chains: 'Ethereum', signsIn: 'EIP-6963', tested: 'November 2026' },
  { name: 'Phantom', chains: 'all', signsIn: 'EIP-6963; Wallet Standard; `phantom.bitcoin`' },
  { name: 'Solflare', chains: 'Solana', signsIn: 'Wallet Standard, with `solana:signOffchainMessage`' },
  { name: 'Trust Wallet', chains: 'all', signsIn: 'EIP-6963; Wallet Standard', vectors: ['Trust Wallet core'] },
  { name: 'UniSat', chains: 'Bitcoin', signsIn: '`unisat`', tested: '1.7.2, November 2026' },
  { name: 'Leather', chains: 'Bitcoin', signsIn: 'WBIP004, `LeatherProvider`', tested: '6.73.4, November 2026' },
  { name: 'Xverse', chains: 'Bitcoin', signsIn: 'WBIP004 (sats-connect)' },
  { name: 'Magic Eden', chains: 'Bitcoin', signsIn: 'WBIP004 (sats-connect)' },
  { name: 'Ghost', chains: 'Bitcoin', signsIn: 'WBIP004' },
  { name: 'Oyl', chains: 'Bitcoin', signsIn: 'WBIP004' },
  { name: 'OneKey', chains: 'all', signsIn: 'EIP-6963; Wallet Standard; `$onekey.btc`' },
  { name: 'OKX Wallet', chains: 'all', signsIn: 'EIP-6963; Wallet Standard; `okxwallet.bitcoin`' },
  {
    name: 'Ledger',
    chains: 'all',
    signsIn: `behind an extension (on Solana with its app 1.8 or newer), or ${elsewhere}`,
  },
  { name: 'Trezor', chains: 'all', signsIn: `behind an extension, or ${elsewhere}` },
  { name: 'Electrum', chains: 'Bitcoin', signsIn: elsewhere },
  { name: 'Sparrow', chains: 'Bitcoin', signsIn: elsewhere },
  { name: 'Bitcoin Core', chains: 'Bitcoin', signsIn: `${elsewhere}; addresses that start with 1` },
  { name: 'Mycelium', chains: 'Bitcoin', signsIn: elsewhere },
  { name: 'Coinomi', chains: 'Bitcoin', signsIn: elsewhere },
  { name: 'Samourai', chains: 'Bitcoin', signsIn: elsewhere },
  {
    name: 'Liana',
    chains: 'Bitcoin',
    signsIn: 'signs no messages itself yet; its addresses are supported, with a signature of their immediate path',
  },
  { name: 'Solana CLI', chains: 'Solana', signsIn: 'no: `sign-offchain-message` writes the old header' },
]

interface WalletVector {
  readonly wallet: string
  readonly accepted: boolean
}

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/proof/vectors/wallets/wallet-signatures.json'), 'utf8'),
) as readonly WalletVector[]

function countVectors({ name, vectors: names = [name] }: DocumentedWallet): string {
  const own = vectors.filter(({ wallet }) => names.some((one) => wallet.startsWith(one)))
  const accepted = own.filter((vector) => vector.accepted).length
  const refused = own.length - accepted
  return [accepted > 0 && `${accepted} accepted`, refused > 0 && `${refused} refused`].filter(Boolean).join(', ') || '–'
}

export const renderDocumentedWalletsTable = (): string =>
  formatMarkdownTable(
    ['Wallet', 'Chain families', 'Signs in', 'Its public signatures', 'Tested in a browser'],
    wallets.map((wallet) => [
      wallet.name,
      wallet.chains,
      wallet.signsIn,
      countVectors(wallet),
      wallet.tested ?? 'not tested',
    ]),
  )
