// Bitcoin: addresses of five kinds, each with a checksum, chains by the hash of their first block, signatures after BIP-322.
import { bip122 as form, readBitcoinAddress } from '@countersign/message'
import { bitcoinReferences } from '@countersign/message/bip122/chains'
import { proveBitcoin } from '@countersign/proof'
import type { SignatureForm } from '../findings.ts'
import { lineAt } from '../lines.ts'
import { replace } from '../repair.ts'
import { secondLine, unread } from './family.ts'
import type { Family } from './family.ts'

const isAddress = (text: string): boolean => typeof readBitcoinAddress(text) !== 'string'

export const bip122: Family = {
  form,
  // The example of BIP-173.
  sound: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', chainId: chainOfAddress },
  seemsAddress: (line) => /^\s*(?:(?:bc|tb|bcrt)1[0-9a-z]{6,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})\s*$/i.test(line),
  mendAddress: (text, offset) => {
    const { start, end, content } = lineAt(text, offset)
    const trimmed = content.trim().replace(/^bitcoin:|^bip122:[0-9a-f]{32}:/i, '')
    // BIP-173 §Bech32: capitals alone are the same address, and mixed case is none.
    const small = trimmed === trimmed.toUpperCase() ? trimmed.toLowerCase() : trimmed
    if (isAddress(small)) return replace(text, start, end, small, small.toLowerCase() === content.trim().toLowerCase())
    return isAddress(trimmed.toLowerCase()) ? replace(text, start, end, trimmed.toLowerCase(), false) : null
  },
  mendChainId: (value) => {
    const bare = value.toLowerCase().replace(/^bip122:/, '')
    const named = Object.entries(bitcoinReferences).find(
      ([name, reference]) => bare === name || bare.startsWith(reference),
    )
    return named === undefined ? null : { value: named[1], certain: value === named[1] }
  },
  expected: {
    address: '1…  3…  bc1…',
    inAddress: (text, offset) => {
      const { content } = lineAt(text, offset)
      return content === content.toLowerCase() ? '1…  3…  bc1…' : content.toLowerCase()
    },
    chainId: bitcoinReferences.mainnet,
  },
  readSignature: (signature, text) => {
    const address = secondLine(text)
    const proof = proveBitcoin(text, signature, address)
    const found = unread(formOf(signature, address), bytesIn(signature))
    if (proof.outcome === 'proved') return { ...found, signer: address, matches: true }
    if (proof.reason === 'other_signer') return { ...found, matches: false }
    if (proof.reason === 'legacy_for_segwit') return { ...found, form: 'bitcoin-legacy', flaws: [proof.reason] }
    return proof.reason === 'not_base64' ? unread('not-base64', 0) : { ...found, flaws: [proof.reason] }
  },
}

/** The reference of a chain that the address of this text is of. */
function chainOfAddress(text: string): string {
  const read = readBitcoinAddress(secondLine(text))
  const network = typeof read === 'string' ? 'mainnet' : (read.networks[0] ?? 'mainnet')
  return bitcoinReferences[network === 'testnet' ? 'testnet3' : network]
}

/** BIP-322 §Types of Signatures: by the prefix; without one it is the simple one, but for addresses that only have the old one. */
function formOf(signature: string, address: string): SignatureForm {
  if (signature.startsWith('ful')) return 'bip322-full'
  const read = readBitcoinAddress(address)
  const isLegacy = typeof read !== 'string' && read.type === 'p2pkh' && !signature.startsWith('smp')
  return isLegacy ? 'bitcoin-legacy' : 'bip322-simple'
}

/** RFC 4648 §4: four characters for three bytes. */
function bytesIn(signature: string): number {
  const digits = signature.replace(/^(?:smp|ful|pof)/, '').replace(/=+$/, '')
  return Math.floor((digits.length * 3) / 4)
}
