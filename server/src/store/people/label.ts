// Input validation of the names that a person gives: to themselves, to a wallet, to a passkey. They are read by others, and by the person when they
// decide: nothing in one may be unseen, pile up, or pass for somebody else's wallet (THREATS N4, P7, P12).
import { hasUnseen, pilesMarks, withoutJoiners } from '../../platform/deceptive-text.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasForeignAddress } from '../../chains/families/find-addresses.ts'
import { isLinked } from '../wallets/linked.ts'

const mostCharacters = 64

/**
 * Checks a name by itself: also of what others see, such as a view that is shared, and which is nobody's name.
 * @returns the name in its composed form (Unicode NFC), with plain spaces
 * @throws Refusal `person.name_unusable`
 */
export function checkName(label: string): string {
  // Spaces of other widths are what keyboards of other scripts write.
  const composed = label.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ')
  if (
    composed !== composed.trim() ||
    composed === '' ||
    composed.includes('  ') ||
    [...composed].length > mostCharacters ||
    hasUnseen(withoutJoiners(composed)) ||
    pilesMarks(composed)
  ) {
    throw new Refusal('person.name_unusable')
  }
  return composed
}

/** The same, where there need be none. @throws Refusal `person.name_unusable` */
export const checkLabel = (label: string | null): string | null => (label === null ? null : checkName(label))

/**
 * Checks a name that a person gives to themselves or to what is theirs.
 * @returns as `checkLabel`
 * @throws Refusal `person.name_unusable`; `person.name_foreign` where it has an address in it of a wallet that is not linked to them
 */
export async function checkOwnLabel(queries: Queries, personId: string, label: string | null): Promise<string | null> {
  const checked = checkLabel(label)
  if (checked === null) return null
  const own = async (): Promise<string[]> => {
    const rows = await queries
      .selectFrom('wallets')
      .select('address')
      .where('person_id', '=', personId)
      .where(isLinked())
      .execute()
    return rows.map(({ address }) => address)
  }
  if (await hasForeignAddress(checked, own)) throw new Refusal('person.name_foreign')
  return checked
}
