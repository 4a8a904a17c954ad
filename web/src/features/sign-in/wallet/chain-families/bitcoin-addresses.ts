// Bitcoin addresses as wallets report them: as texts, or as objects with an `address`.
import { readUntrustedProperty } from '../read-untrusted-property.ts'

/** `bip322-only`: Taproot, or a SegWit script, which have no 65-byte signature (BIP-137). */
export type BitcoinAddressKind = 'legacy' | 'p2sh' | 'native-segwit' | 'bip322-only'

/** Limits the work if a wallet reports a huge list. */
const maxReportedAccounts = 100

/** Wallets also report accounts of other chains, and placeholders. */
const bitcoinAddressPattern = /^(?:[123mn][1-9A-HJ-NP-Za-km-z]{24,}|(?:bc|tb|bcrt)1[0-9a-z]{8,})$/

/** Native SegWit and Taproot come first, because every wallet signs with them in the same way. */
export function parseBitcoinAddresses(reported: unknown): readonly string[] {
  const accounts: unknown[] = Array.isArray(reported) ? reported.slice(0, maxReportedAccounts) : [reported]
  return accounts
    .map((account) => (typeof account === 'string' ? account : readUntrustedProperty(account, 'address')))
    .filter((address): address is string => typeof address === 'string' && bitcoinAddressPattern.test(address))
    .toSorted((one, other) => getAddressRank(one) - getAddressRank(other))
}

const getAddressRank = (address: string): number =>
  ['q', 'p'].indexOf(/^(?:bc|tb|bcrt)1(.)/.exec(address)?.[1] ?? '') >>> 0

export function getBitcoinAddressKind(address: string): BitcoinAddressKind {
  if (/^[1mn]/.test(address)) return 'legacy'
  if (/^[23]/.test(address)) return 'p2sh'
  return /^(?:bc|tb|bcrt)1q.{38}$/.test(address) ? 'native-segwit' : 'bip322-only'
}
