// What becomes of signatures over one text, in a word: for the attacks (THREATS S16), which try very many.
import { proveBitcoin } from './prove-bitcoin.ts'

/** @returns what proves a signature over this text for an address, and answers `proved`, or why not */
export const proving =
  (text: string) =>
  (signature: string, address: string): string => {
    const proof = proveBitcoin(text, signature, address)
    return proof.outcome === 'proved' ? 'proved' : proof.reason
  }
