// What the sentences of a state can name: the wallet, the address, this site, and what the proof is for.
import { shortAddress } from '../ui/short-address.ts'
import type { ProofSubject } from '../words/en/proving.ts'
import type { Purpose } from '../wallet/purpose.ts'
import { connectedOf, walletOf } from '../wallet/states.ts'
import type { Phase } from '../wallet/states.ts'

/** @returns the names; empty where a state is about none, whose sentences then name none */
export function subjectOf(phase: Phase, purpose: Purpose): ProofSubject {
  return {
    wallet: walletOf(phase)?.name ?? '',
    address: shortAddress(connectedOf(phase)?.address ?? ''),
    site: location.host,
    purpose: purpose.for,
    expected: purpose.for === 'step-up' || purpose.for === 'merge' ? purpose.addresses.map(shortAddress) : [],
  }
}
