// `login_hint` (OpenID Connect Core §3.1.2.1): an application may name the wallet that it expects.
import { toChecksumAddress } from '@countersign/message'

const hintForm = /^(?:eip155:[0-9]{1,32}:)?(0x[0-9a-fA-F]{40})$/

/** @returns the address in checksum form, or null where the hint names none */
export function parseAddressHint(hint: string | undefined): string | null {
  const address = hintForm.exec(hint ?? '')?.[1]
  return address === undefined ? null : toChecksumAddress(address)
}
