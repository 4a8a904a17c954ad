// The public test vectors of BIP-322 (repository bitcoin/bips, folder bip-0322/), each kind of them: the hashes on the way, signatures that
// have to be taken, and what has to be refused.
import { readBitcoinAddress } from '@countersign/message'
import { hashMessage, readSimple, toSignId, toSpendId } from './bip122/to-sign.ts'
import { verifyBip322 } from './bip122/verify-bip322.ts'

interface Signed {
  readonly message: string
  readonly address: string
  readonly bip322_signatures: readonly string[]
  readonly lock_time?: number
  readonly sequence?: number
}

interface Hashed {
  readonly message: string
  readonly address: string
  readonly message_hash: string
  readonly to_spend_tx_hash: string
  readonly to_sign_tx_hash: string
}

interface Refused {
  readonly message: string
  readonly address: string
  readonly signature: string
}

/** What the vectors of each kind are there to show, and how each came out: null where it is right. */
export const bip322Kinds: Readonly<Record<string, { shows: string; run: (vector: never) => string | null }>> = {
  tx_hashes: { shows: 'has these hashes', run: hasHashes },
  simple: { shows: 'is accepted', run: isAccepted },
  full: { shows: 'is accepted, with the time and the age that it is bound to', run: isAccepted },
  proof_of_funds: { shows: 'is refused as one', run: isProofOfFunds },
  error: { shows: 'is not accepted', run: isRefused },
}

function hasHashes({ message, address, ...expected }: Hashed): string | null {
  const read = readBitcoinAddress(address)
  if (typeof read === 'string') return `the address is refused: ${read}`
  const spentId = toSpendId(message, read.script)
  // The witness is no part of what is hashed, and an empty one is one byte.
  const toSign = readSimple(Uint8Array.of(0))
  const found = {
    message_hash: hex(hashMessage(message)),
    to_spend_tx_hash: hex(spentId.toReversed()),
    to_sign_tx_hash: hex(toSignId(toSign, spentId).toReversed()),
  }
  const wrong = Object.entries(found).find(([name, value]) => expected[name as keyof typeof found] !== value)
  return wrong === undefined ? null : `${wrong[0]} is ${wrong[1]}`
}

function isAccepted({
  message,
  address,
  bip322_signatures: signatures,
  lock_time = 0,
  sequence = 0,
}: Signed): string | null {
  for (const signature of signatures) {
    const verdict = verifyBip322(message, signature, address)
    if (verdict.outcome === 'refused') return `refused: ${verdict.reason}`
    if (verdict.lockTime !== lock_time || verdict.sequence !== sequence)
      return `bound to ${verdict.lockTime} and ${verdict.sequence}`
  }
  return signatures.length > 0 ? null : 'it has no signature'
}

/** What is asked for here is a signature of a message; one that proves funds beside it means something else. */
function isProofOfFunds({ message, address, bip322_signatures: signatures }: Signed): string | null {
  const reasons = signatures.map((signature) => {
    const verdict = verifyBip322(message, signature, address)
    return verdict.outcome === 'refused' ? verdict.reason : 'accepted'
  })
  return reasons.length > 0 && reasons.every((reason) => reason === 'proof_of_funds') ? null : reasons.join(', ')
}

function isRefused({ message, address, signature }: Refused): string | null {
  return verifyBip322(message, signature, address).outcome === 'refused' ? null : 'accepted'
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
