import type { ApiPerson, ApiSession } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from './sanitize-display-text.ts'
import { shortenWalletAddress } from './wallet-address-format.ts'

const maxNameLength = 64

/** Shown next to the address. Null if the wallet has no name. */
export const sanitizeWalletEnsName = (name: string | null): string | null =>
  name === null ? null : sanitizeDisplayText(name, maxNameLength) || null

/** An ENS name is never shown without its address, because others can look like it (THREATS P7). */
export function formatAddressWithEnsName(address: string, name: string | null): string {
  const shown = sanitizeWalletEnsName(name)
  return shown === null ? shortenWalletAddress(address) : `${shown} (${shortenWalletAddress(address)})`
}

export function formatPersonName({
  displayName,
  address,
  walletName,
}: Pick<ApiPerson, 'displayName' | 'address' | 'walletName'>): string | null {
  return displayName ?? (address === null ? null : formatAddressWithEnsName(address, walletName))
}

export function formatSignedInPerson(
  person: Pick<ApiPerson, 'displayName' | 'address' | 'walletName'>,
  { wallet }: Pick<ApiSession, 'wallet'>,
): string | null {
  return formatPersonName(
    wallet === null ? person : { displayName: person.displayName, address: wallet.address, walletName: wallet.name },
  )
}
