// Runs the public BIP-322 test vectors (repository bitcoin/bips, folder bip-0322/).
import { parseBitcoinAddress } from '@countersign/message'
import {
  hashBip322Message,
  parseSimpleBip322Signature,
  computeToSignTxid,
  computeToSpendTxid,
} from './bip122/bip322-transactions.ts'
import { verifyBip322 } from './bip122/verify-bip322.ts'

interface SignedVector {
  readonly message: string
  readonly address: string
  readonly bip322_signatures: readonly string[]
  readonly lock_time?: number
  readonly sequence?: number
}

interface HashVector {
  readonly message: string
  readonly address: string
  readonly message_hash: string
  readonly to_spend_tx_hash: string
  readonly to_sign_tx_hash: string
}

interface RejectedVector {
  readonly message: string
  readonly address: string
  readonly signature: string
}

/** The checks return null on success. */
export const bip322TestVectorChecks: Readonly<
  Record<string, { shows: string; run: (vector: never) => string | null }>
> = {
  tx_hashes: { shows: 'has the expected hashes', run: checkTransactionHashes },
  simple: { shows: 'is accepted', run: checkAcceptedVector },
  full: { shows: 'is accepted and bound to the expected time and age', run: checkAcceptedVector },
  proof_of_funds: { shows: 'is rejected as a proof of funds', run: checkProofOfFundsVector },
  error: { shows: 'is rejected', run: checkRejectedVector },
}

function checkTransactionHashes({ message, address, ...expected }: HashVector): string | null {
  const read = parseBitcoinAddress(address)
  if (typeof read === 'string') return `invalid address: ${read}`
  const spentId = computeToSpendTxid(message, read.script)
  // The hash does not cover the witness, which can therefore be empty (encoded as one byte).
  const toSign = parseSimpleBip322Signature(Uint8Array.of(0))
  const found = {
    message_hash: hex(hashBip322Message(message)),
    to_spend_tx_hash: hex(spentId.toReversed()),
    to_sign_tx_hash: hex(computeToSignTxid(toSign, spentId).toReversed()),
  }
  const wrong = Object.entries(found).find(([name, value]) => expected[name as keyof typeof found] !== value)
  return wrong === undefined ? null : `${wrong[0]} is ${wrong[1]}`
}

function checkAcceptedVector({
  message,
  address,
  bip322_signatures: signatures,
  lock_time = 0,
  sequence = 0,
}: SignedVector): string | null {
  for (const signature of signatures) {
    const verdict = verifyBip322(message, signature, address)
    if (verdict.outcome === 'refused') return `refused: ${verdict.reason}`
    if (verdict.lockTime !== lock_time || verdict.sequence !== sequence)
      return `bound to lock time ${verdict.lockTime} and sequence ${verdict.sequence}`
  }
  return signatures.length > 0 ? null : 'no signature'
}

// Proofs of funds are refused, because their signature covers more than the message.
function checkProofOfFundsVector({ message, address, bip322_signatures: signatures }: SignedVector): string | null {
  const reasons = signatures.map((signature) => {
    const verdict = verifyBip322(message, signature, address)
    return verdict.outcome === 'refused' ? verdict.reason : 'accepted'
  })
  return reasons.length > 0 && reasons.every((reason) => reason === 'proof_of_funds') ? null : reasons.join(', ')
}

function checkRejectedVector({ message, address, signature }: RejectedVector): string | null {
  return verifyBip322(message, signature, address).outcome === 'refused' ? null : 'accepted'
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
