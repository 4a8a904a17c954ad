// `login_hint` (OpenID Connect Core §3.1.2.1): an application may name the wallet that it expects.
import { readAnyAddress, shownAddress } from '../../identity/namespaces/namespaces.ts'

/** Before the address an account may have its chain (CAIP-10). */
const chainForm = /^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}:/

/** @returns the address as people know it, or null where the hint names none */
export function parseAddressHint(hint: string | undefined): string | null {
  const [prefix = '', namespace] = chainForm.exec(hint ?? '') ?? []
  const read = readAnyAddress((hint ?? '').slice(prefix.length))
  return read === null || (namespace !== undefined && namespace !== read.namespace) ? null : shownAddress(read.address)
}
