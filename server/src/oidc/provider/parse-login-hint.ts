// `login_hint` (OpenID Connect Core §3.1.2.1): the wallet that an application expects.
import { parseAddressOrAccountId, formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'

/** @param hint an address or a CAIP-10 account ID; null is returned for anything else */
export function parseLoginHint(hint: string | undefined): string | null {
  const read = hint === undefined ? null : parseAddressOrAccountId(hint)
  return read === null ? null : formatStoredWalletAddress(read.address)
}
