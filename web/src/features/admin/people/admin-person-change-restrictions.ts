import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

type RestrictedPerson = Pick<PersonDetailsResponse, 'status' | 'outranks' | 'isLastOwner' | 'mergeOpen'>

export function getPersonChangeRestriction(
  t: Translate,
  { status, outranks }: RestrictedPerson,
  lacking: string | undefined,
): string | undefined {
  if (lacking !== undefined) return lacking
  if (status === 'merged') return t('adminPeople.reasons.merged')
  // No one may change a person with more permissions than their own (THREATS N11).
  return outranks ? t('adminPeople.reasons.outranked') : undefined
}

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
