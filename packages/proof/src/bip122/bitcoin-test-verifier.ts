// A verifier for the attack tests (THREATS S16).
import { verifyBitcoinSignature } from './verify-bitcoin-signature.ts'

export const createBitcoinTestVerifier =
  (text: string) =>
  (signature: string, address: string): string => {
    const proof = verifyBitcoinSignature(text, signature, address)
    return proof.outcome === 'verified' ? 'verified' : proof.reason
  }
