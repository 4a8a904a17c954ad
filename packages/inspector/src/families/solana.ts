// Solana: an address is an Ed25519 key in base58, a cluster is named by a word, a signature has 64 bytes.
import { decodeBase58, solana as form, solanaKeyOf } from '@countersign/message'
import { allSolanaChainNames } from '@countersign/message/solana/chains'
import { proveSolana } from '@countersign/proof'
import { lineAt } from '../lines.ts'
import { replace } from '../repair.ts'
import { secondLine, unread } from './family.ts'
import type { Family } from './family.ts'

/** The letters that base58 leaves out because they look like others. */
const lookAlikes = /[0OIl]/

export const solana: Family = {
  form,
  // 32 zero bytes, which is the system program.
  sound: { address: '1'.repeat(32), chainId: () => 'mainnet' },
  seemsAddress: (line) => /^\s*[1-9A-Za-z0]{32,48}\s*$/.test(line),
  mendAddress: (text, offset) => {
    const { start, end, content } = lineAt(text, offset)
    const trimmed = content.trim().replace(/^solana:(?:[1-9A-HJ-NP-Za-km-z]{32}:)?/, '')
    return solanaKeyOf(trimmed) === null ? null : replace(text, start, end, trimmed, trimmed === content.trim())
  },
  mendChainId: (value) => {
    const word = value.toLowerCase() === 'mainnet-beta' ? 'mainnet' : value.toLowerCase()
    const known = allSolanaChainNames.find((name) => name === value || name === word)
    return known === undefined ? null : { value: known, certain: known === value }
  },
  expected: {
    address: '1–9 A–Z a–z',
    inAddress: (text, offset) => {
      const character = text[offset] ?? ''
      return lookAlikes.test(character) || character !== '\n' ? '1–9 A–H J–N P–Z a–k m–z' : null
    },
    chainId: 'mainnet  testnet  devnet',
  },
  readSignature: (signature, text) => {
    const bytes = decodeBase58(signature, 64)
    if (bytes === null) return unread('not-base58', 0)
    const address = secondLine(text)
    const proof = proveSolana(text, signature, address)
    const found = unread('ed25519', 64)
    if (proof.outcome === 'proved') return { ...found, signer: address, matches: true }
    return proof.reason === 'other_signer' ? { ...found, matches: false } : { ...found, flaws: [proof.reason] }
  },
}
