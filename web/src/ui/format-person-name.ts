// What a person is called in a sentence.
import type { ApiPerson, ApiSession } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from './sanitize-display-text.ts'
import { shortenWalletAddress } from './wallet-address-format.ts'

const maxNameLength = 64

/** The name that a wallet has set for itself, fit to stand beside its address; null where it has none. */
export const sanitizeWalletEnsName = (name: string | null): string | null =>
  name === null ? null : sanitizeDisplayText(name, maxNameLength) || null

/** A wallet in a sentence: its short address, behind the name that it has set for itself. Such a name never stands alone, because
 * another can look like it (THREATS P7). */
export function formatAddressWithEnsName(address: string, name: string | null): string {
  const shown = sanitizeWalletEnsName(name)
  return shown === null ? shortenWalletAddress(address) : `${shown} (${shortenWalletAddress(address)})`
}

/** The name that they have given themselves comes first, then their wallet; null for who has neither. */
export function formatPersonName({
  displayName,
  address,
  walletName,
}: Pick<ApiPerson, 'displayName' | 'address' | 'walletName'>): string | null {
  return displayName ?? (address === null ? null : formatAddressWithEnsName(address, walletName))
}

/** Who is signed in: by their own name, or by the wallet that this session began with. */
export function formatSignedInPerson(
  person: Pick<ApiPerson, 'displayName' | 'address' | 'walletName'>,
  { wallet }: Pick<ApiSession, 'wallet'>,
): string | null {
  return formatPersonName(
    wallet === null ? person : { displayName: person.displayName, address: wallet.address, walletName: wallet.name },
  )
}
