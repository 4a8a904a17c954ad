// What the sentences of a state can name: the wallet, the address and this site.
import { shortAddress } from '../../ui/short-address.ts'
import type { SignInSubject } from '../../words/en/sign-in.ts'
import { connectedOf, walletOf } from '../../wallet/states.ts'
import type { Phase } from '../../wallet/states.ts'

/** @returns the names; empty where a state is about none, whose sentences then name none */
export function subjectOf(phase: Phase): SignInSubject {
  return {
    wallet: walletOf(phase)?.name ?? '',
    address: shortAddress(connectedOf(phase)?.address ?? ''),
    site: location.host,
  }
}
