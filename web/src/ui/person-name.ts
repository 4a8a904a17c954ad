// What a person is called in a sentence.
import type { Person, Session } from '@countersign/api/calls'
import { cleanText } from './clean-text.ts'
import { shortAddress } from './address-form.ts'

const longestName = 64

/** The name that a wallet has set for itself, fit to stand beside its address; null where it has none. */
export const shownWalletName = (name: string | null): string | null =>
  name === null ? null : cleanText(name, longestName) || null

/** A wallet in a sentence: its short address, behind the name that it has set for itself. Such a name never stands alone, because
 * another can look like it (THREATS P7). */
export function walletInWords(address: string, name: string | null): string {
  const shown = shownWalletName(name)
  return shown === null ? shortAddress(address) : `${shown} (${shortAddress(address)})`
}

/** The name that they have given themselves comes first, then their wallet; null for who has neither. */
export function personInWords({
  displayName,
  address,
  walletName,
}: Pick<Person, 'displayName' | 'address' | 'walletName'>): string | null {
  return displayName ?? (address === null ? null : walletInWords(address, walletName))
}

/** Who is signed in: by their own name, or by the wallet that this session began with. */
export function signedInInWords(
  person: Pick<Person, 'displayName' | 'address' | 'walletName'>,
  { wallet }: Pick<Session, 'wallet'>,
): string | null {
  return personInWords(
    wallet === null ? person : { displayName: person.displayName, address: wallet.address, walletName: wallet.name },
  )
}
