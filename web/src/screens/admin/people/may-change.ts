// Why somebody who administrates cannot change a person: the server refuses by the same rules, and this says so beforehand.
import { permissionsOf } from '@countersign/api/permissions'
import type { Permission } from '@countersign/api/permissions'
import type { Chapters } from '../../../words/shape.ts'
import type { PersonInFull } from './PersonScreen.tsx'

type Reasons = Chapters['adminPeople']['reasons']

/**
 * @param own what who administrates may do
 * @param lacking why their role does not allow it at all
 * @returns undefined where nothing is in the way
 */
export function whyNotChange(reasons: Reasons, person: Pick<PersonInFull, 'roles' | 'status'>, own: readonly Permission[], lacking: string | undefined): string | undefined {
  if (lacking !== undefined) return lacking
  if (person.status === 'merged') return reasons.merged
  // Nobody changes a person who may do more than they may themselves (THREATS N11).
  return permissionsOf(person.roles).every((permission) => own.includes(permission)) ? undefined : reasons.outranked
}
