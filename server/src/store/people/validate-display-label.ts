// Names that people choose must not deceive others (THREATS N4, P7, P12).
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

/** @returns the name in Unicode NFC with plain spaces @throws ApiError `person.name_invalid` */
export function validateDisplayLabel(label: string): string {
  // Keyboards for some scripts produce wide spaces.
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

export const validateOptionalDisplayLabel = (label: string | null): string | null =>
  label === null ? null : validateDisplayLabel(label)

/** @throws ApiError `person.name_invalid`; `person.name_contains_address` for a foreign address */
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
