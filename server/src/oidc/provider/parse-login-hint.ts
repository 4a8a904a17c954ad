// `login_hint` (OpenID Connect Core §3.1.2.1): an application may name the wallet that it expects.
import { parseAddressOrAccountId, formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'

/**
 * @param hint an address, or a whole account (CAIP-10) as the claim `wallet` has it
 * @returns the address as people know it, or null where the hint names none
 */
export function parseLoginHint(hint: string | undefined): string | null {
  const read = hint === undefined ? null : parseAddressOrAccountId(hint)
  return read === null ? null : formatStoredWalletAddress(read.address)
}
