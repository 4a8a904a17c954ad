// Input validation of the names that a person gives: to themselves, to a wallet, to a passkey. They are read by others, and by the person when they
// decide: nothing in one may be unseen, pile up, or pass for somebody else's wallet (THREATS N4, P7, P12).
import {
  hasInvisibleCharacters,
  hasStackedCombiningMarks,
  stripAllowedInvisibleCharacters,
} from '../../platform/detect-deceptive-text.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { containsForeignWalletAddress } from '../../chains/families/detect-wallet-addresses-in-text.ts'
import { isLinkedWalletSql } from '../wallets/linked-wallet-sql-condition.ts'

const maxCharacters = 64

/**
 * Checks a name by itself: also of what others see, such as a view that is shared, and which is nobody's name.
 * @returns the name in its composed form (Unicode NFC), with plain spaces
 * @throws ApiError `person.name_invalid`
 */
export function validateDisplayLabel(label: string): string {
  // Spaces of other widths are what keyboards of other scripts write.
  const composed = label.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ')
  if (
    composed !== composed.trim() ||
    composed === '' ||
    composed.includes('  ') ||
    [...composed].length > maxCharacters ||
    hasInvisibleCharacters(stripAllowedInvisibleCharacters(composed)) ||
    hasStackedCombiningMarks(composed)
  ) {
    throw new ApiError('person.name_invalid')
  }
  return composed
}

/** The same, where there need be none. @throws ApiError `person.name_invalid` */
export const validateOptionalDisplayLabel = (label: string | null): string | null =>
  label === null ? null : validateDisplayLabel(label)

/**
 * Checks a name that a person gives to themselves or to what is theirs.
 * @returns as `validateLabel`
 * @throws ApiError `person.name_invalid`; `person.name_contains_address` where it has an address in it of a wallet that is not linked to them
 */
export async function validateOwnDisplayLabel(
  queries: DatabaseQueryBuilder,
  personId: string,
  label: string | null,
): Promise<string | null> {
  const checked = validateOptionalDisplayLabel(label)
  if (checked === null) return null
  const own = async (): Promise<string[]> => {
    const rows = await queries
      .selectFrom('wallets')
      .select('address')
      .where('person_id', '=', personId)
      .where(isLinkedWalletSql())
      .execute()
    return rows.map(({ address }) => address)
  }
  if (await containsForeignWalletAddress(checked, own)) throw new ApiError('person.name_contains_address')
  return checked
}
