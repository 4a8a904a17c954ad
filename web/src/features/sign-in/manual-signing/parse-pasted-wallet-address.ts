// Tolerates how wallets and QR codes write addresses. Each address has only one accepted result.
import { parseBitcoinAddress } from '@countersign/message/bip122/bitcoin-address'
import type { BitcoinNetwork } from '@countersign/message/bip122/bitcoin-chains'
import { toChecksumAddress } from '@countersign/message/eip155/checksum-address'
import type { ChainNamespace } from '@countersign/message/message-layout'
import { decodeSolanaAddress } from '@countersign/message/solana/solana-message-profile'
import { isLikelySecret, isLikelySolanaKeyPair } from './detect-pasted-secret.ts'

export interface PastedWalletAddress {
  readonly namespace: ChainNamespace
  /** In the form that its chain family uses, such as ERC-55 for Ethereum. */
  readonly address: string
  /** Empty except for Bitcoin. */
  readonly networks: readonly BitcoinNetwork[]
}

/** The texts are in `manualSigning.address.errors`. */
export type PastedAddressError =
  | 'empty'
  | 'secret'
  | 'name'
  | 'extended_key'
  | 'ethereum_form'
  | 'ethereum_checksum'
  | 'bitcoin_form'
  | 'bitcoin_checksum'
  | 'bitcoin_type'
  | 'solana_form'
  | 'unknown'

/** Spaces, line breaks, and invisible characters such as U+200B. */
const ignoredCharacters = /[\s\p{Cf}]/gu

// CAIP-10, BIP-21 and ERC-681.
const accountIdPrefix = /^(?:eip155|solana|bip122):[-\w]{1,32}:/
const uriPrefix = /^(?:bitcoin|ethereum|solana):(?:pay-)?/i
const uriParameters = /(?:@\d+)?(?:\?.*)?$/

const base58Text = /^[1-9A-HJ-NP-Za-km-z]+$/

export function parsePastedWalletAddress(pasted: string): PastedWalletAddress | PastedAddressError {
  if (isLikelySecret(pasted) || isLikelySolanaKeyPair(pasted)) return 'secret'
  const text = pasted
    .replace(ignoredCharacters, '')
    .replace(accountIdPrefix, '')
    .replace(uriPrefix, '')
    .replace(uriParameters, '')
  if (text === '') return 'empty'
  if (text.includes('.')) return 'name'
  if (/^[a-z]pub/i.test(text)) return 'extended_key'
  // No Bitcoin or Solana address consists of 40 hexadecimal digits.
  const digits = /^(?:0x)?([0-9a-f]{40})$/i.exec(text)?.[1]
  if (digits !== undefined) return parseEthereumDigits(digits)
  if (/^0x/i.test(text)) return 'ethereum_form'
  return parseBitcoinOrSolanaAddress(text)
}

function parseEthereumDigits(digits: string): PastedWalletAddress | PastedAddressError {
  const address = toChecksumAddress(`0x${digits}`)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (hasChecksum && address !== `0x${digits}`) return 'ethereum_checksum'
  return { namespace: 'eip155', address, networks: [] }
}

function parseBitcoinOrSolanaAddress(text: string): PastedWalletAddress | PastedAddressError {
  const isBech32 = /^(?:bc|tb|bcrt)1/i.test(text)
  // QR codes contain addresses in uppercase (BIP-173 §Bech32).
  const address = isBech32 && text === text.toUpperCase() ? text.toLowerCase() : text
  const bitcoin = parseBitcoinAddress(address)
  if (typeof bitcoin !== 'string') return { namespace: 'bip122', address, networks: bitcoin.networks }
  if (decodeSolanaAddress(text) !== null) return { namespace: 'solana', address: text, networks: [] }
  if (isBech32 || (/^[13mn2]/.test(text) && base58Text.test(text) && text.length <= 35))
    return bitcoin === 'checksum' ? 'bitcoin_checksum' : bitcoin === 'witness' ? 'bitcoin_type' : 'bitcoin_form'
  return /^[0-9a-z]{30,48}$/i.test(text) ? 'solana_form' : 'unknown'
}
