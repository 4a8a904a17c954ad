// `login_hint` (OpenID Connect Core §3.1.2.1): an application may name the wallet that it expects.
import { readAnyAccount, shownAddress } from '../../chains/families/namespaces.ts'

/**
 * @param hint an address, or a whole account (CAIP-10) as the claim `wallet` has it
 * @returns the address as people know it, or null where the hint names none
 */
export function parseAddressHint(hint: string | undefined): string | null {
  const read = hint === undefined ? null : readAnyAccount(hint)
  return read === null ? null : shownAddress(read.address)
}
