// Input validation of the names that a person gives: to themselves, to a wallet, to a passkey. They are read by others, and by the person when they
// decide: nothing in one may be unseen, pile up, or pass for somebody else's wallet (THREATS N4, P7, P12).
import { hasInvisibleCharacters, hasStackedMarks, stripAllowedJoiners } from '../../platform/deceptive-text.ts'
import type { DatabaseQueries } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { containsForeignAddress } from '../../chains/families/detect-embedded-addresses.ts'
import { isLinkedWallet } from '../wallets/linked-wallet.ts'

const maxCharacters = 64

/**
 * Checks a name by itself: also of what others see, such as a view that is shared, and which is nobody's name.
 * @returns the name in its composed form (Unicode NFC), with plain spaces
 * @throws ApiError `person.name_invalid`
 */
export function validateName(label: string): string {
  // Spaces of other widths are what keyboards of other scripts write.
  const composed = label.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ')
  if (
    composed !== composed.trim() ||
    composed === '' ||
    composed.includes('  ') ||
    [...composed].length > maxCharacters ||
    hasInvisibleCharacters(stripAllowedJoiners(composed)) ||
    hasStackedMarks(composed)
  ) {
    throw new ApiError('person.name_invalid')
  }
  return composed
}

/** The same, where there need be none. @throws ApiError `person.name_invalid` */
export const validateLabel = (label: string | null): string | null => (label === null ? null : validateName(label))

/**
 * Checks a name that a person gives to themselves or to what is theirs.
 * @returns as `validateLabel`
 * @throws ApiError `person.name_invalid`; `person.name_contains_address` where it has an address in it of a wallet that is not linked to them
 */
export async function validateOwnLabel(
  queries: DatabaseQueries,
  personId: string,
  label: string | null,
): Promise<string | null> {
  const checked = validateLabel(label)
  if (checked === null) return null
  const own = async (): Promise<string[]> => {
    const rows = await queries
      .selectFrom('wallets')
      .select('address')
      .where('person_id', '=', personId)
      .where(isLinkedWallet())
      .execute()
    return rows.map(({ address }) => address)
  }
  if (await containsForeignAddress(checked, own)) throw new ApiError('person.name_contains_address')
  return checked
}
