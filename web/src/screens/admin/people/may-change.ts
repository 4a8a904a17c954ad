// Why somebody who administrates cannot change a person: the server refuses by the same rules, and this says so beforehand.
import type { Chapters } from '../../../words/shape.ts'
import type { PersonInFull } from './person-in-full.ts'

type Reasons = Chapters['adminPeople']['reasons']
type Changed = Pick<PersonInFull, 'status' | 'outranks' | 'lastOwner' | 'mergeOpen'>

/**
 * @param lacking why the role of who asks does not allow it at all
 * @returns undefined where nothing is in the way
 */
export function whyNotChange(
  reasons: Reasons,
  { status, outranks }: Changed,
  lacking: string | undefined,
): string | undefined {
  if (lacking !== undefined) return lacking
  if (status === 'merged') return reasons.merged
  // Nobody changes a person who may do more than they may themselves (THREATS N11).
  return outranks ? reasons.outranked : undefined
}

/** The same for what would leave the site without an owner. */
export function whyNotSuspend(reasons: Reasons, person: Changed, lacking: string | undefined): string | undefined {
  return whyNotChange(reasons, person, lacking) ?? (person.lastOwner ? reasons.lastOwner : undefined)
}

/** The same for what cannot be undone, and would take the way back from a merge that can be. */
export function whyNotDelete(reasons: Reasons, person: Changed, lacking: string | undefined): string | undefined {
  return whyNotSuspend(reasons, person, lacking) ?? (person.mergeOpen ? reasons.mergeOpen : undefined)
}
