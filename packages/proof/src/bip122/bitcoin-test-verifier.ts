// What becomes of signatures over one text, in a word: for the attacks (THREATS S16), which try very many.
import { verifyBitcoinSignature } from './verify-bitcoin-signature.ts'

/** @returns what proves a signature over this text for an address, and answers `verified`, or why not */
export const createBitcoinTestVerifier =
  (text: string) =>
  (signature: string, address: string): string => {
    const proof = verifyBitcoinSignature(text, signature, address)
    return proof.outcome === 'verified' ? 'verified' : proof.reason
  }
