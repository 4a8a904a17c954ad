// Why somebody who administrates cannot change a person: the server refuses by the same rules, and this says so beforehand.
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

type RestrictedPerson = Pick<PersonDetailsResponse, 'status' | 'outranks' | 'isLastOwner' | 'mergeOpen'>

/**
 * @param lacking why the role of who asks does not allow it at all
 * @returns undefined where nothing is in the way
 */
export function getPersonChangeRestriction(
  t: Translate,
  { status, outranks }: RestrictedPerson,
  lacking: string | undefined,
): string | undefined {
  if (lacking !== undefined) return lacking
  if (status === 'merged') return t('adminPeople.reasons.merged')
  // Nobody changes a person who may do more than they may themselves (THREATS N11).
  return outranks ? t('adminPeople.reasons.outranked') : undefined
}

/** The same for what would leave the site without an owner. */
export function getPersonSuspendRestriction(
  t: Translate,
  person: RestrictedPerson,
  lacking: string | undefined,
): string | undefined {
  return (
    getPersonChangeRestriction(t, person, lacking) ??
    (person.isLastOwner ? t('adminPeople.reasons.isLastOwner') : undefined)
  )
}

/** The same for what cannot be undone, and would take the way back from a merge that can be. */
export function getPersonDeleteRestriction(
  t: Translate,
  person: RestrictedPerson,
  lacking: string | undefined,
): string | undefined {
  return (
    getPersonSuspendRestriction(t, person, lacking) ??
    (person.mergeOpen ? t('adminPeople.reasons.mergeOpen') : undefined)
  )
}
