import { useTranslations } from 'use-intl'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { RehearsedPeopleList } from './RehearsedPeopleList.tsx'
import type { Rehearsal, RehearsalSubject } from './use-rehearsal.ts'

interface RehearsalResultProps {
  subject: RehearsalSubject
  rehearsal: Rehearsal
}

/** The save bar leads to this element. */
export const getRehearsalLossElementId = (subject: RehearsalSubject): string => `rehearsal-losses-${subject}`

export function RehearsalResult({ subject, rehearsal }: RehearsalResultProps) {
  const t = useTranslations()
  const { population, windowDays, people, compared, newlyRefused, newlyAllowed, otherMethod, unknown, listed } =
    rehearsal
  if (people === 0) return <p className="text-small text-soft">{t('adminRehearsal.noPeople', { days: windowDays })}</p>
  return (
    <>
      <p className="text-small text-soft">
        <span className="block font-semibold text-ink">{t('adminRehearsal.preview')}</span>
        {t(`adminRehearsal.population.${population}`, { count: people, days: windowDays })}
      </p>
      <RehearsalCounts subject={subject} rehearsal={rehearsal} />
      {newlyRefused > 0 && (
        <div
          id={getRehearsalLossElementId(subject)}
          tabIndex={-1}
          role="group"
          aria-label={t(`adminRehearsal.${subject}.lost`, { count: newlyRefused })}
        >
          <InlineNotice tone="attention" title={t(`adminRehearsal.${subject}.lost`, { count: newlyRefused })}>
            <RehearsedPeopleList
              label={t(`adminRehearsal.${subject}.lostList`)}
              people={listed.newlyRefused}
              count={newlyRefused}
            />
            <RequiringApplications applications={rehearsal.applications} />
          </InlineNotice>
        </div>
      )}
      {compared && newlyRefused === 0 && unknown === 0 && (
        <p className="flex items-start gap-2 font-semibold text-seal">
          <Icon name="done" className="mt-[0.2em]" />
          <span className="min-w-0">{t(`adminRehearsal.${subject}.noneLost`)}</span>
        </p>
      )}
      {compared && newlyRefused === 0 && unknown > 0 && unknown < people && (
        <p className="text-small">{t(`adminRehearsal.${subject}.noneKnownLost`)}</p>
      )}
      {otherMethod > 0 && <p className="text-small">{t('adminRehearsal.otherMethod', { count: otherMethod })}</p>}
      <div className="grid grid-cols-1 gap-1 empty:hidden">
        {newlyAllowed > 0 && (
          <FoldedPeople
            title={t(`adminRehearsal.${subject}.gained`, { count: newlyAllowed })}
            people={listed.newlyAllowed}
            count={newlyAllowed}
          />
        )}
        {unknown > 0 && (
          <FoldedPeople
            title={t('adminRehearsal.unknown', { count: unknown })}
            about={t(`adminRehearsal.${subject}.unknownAbout`)}
            people={listed.unknown}
            count={unknown}
          />
        )}
        {rehearsal.refused > newlyRefused && (
          <FoldedPeople
            title={t(`adminRehearsal.${subject}.${compared ? 'stillRefused' : 'refusedList'}`, {
              count: rehearsal.refused - newlyRefused,
            })}
            people={listed.refused}
            count={rehearsal.refused - newlyRefused}
          />
        )}
      </div>
    </>
  )
}

function RehearsalCounts({ subject, rehearsal }: RehearsalResultProps) {
  const t = useTranslations()
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-4">
      {(['allowed', 'refused', 'unknown'] as const).map((name) => (
        <div key={name} className="grid content-start border-l-2 border-line pl-3">
          <dt className="order-2 text-caption text-soft">
            {name === 'unknown' ? t('adminRehearsal.counts.unknown') : t(`adminRehearsal.${subject}.${name}`)}
          </dt>
          <dd className="font-serif text-title tabular-nums">
            {t('adminRehearsal.counts.value', { count: rehearsal[name] })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FoldedPeopleProps {
  title: string
  about?: string
  people: Rehearsal['listed']['refused']
  count: number
}

function FoldedPeople({ title, about, people, count }: FoldedPeopleProps) {
  return (
    <details>
      <summary className="min-h-8 text-small font-semibold pointer-coarse:min-h-11">{title}</summary>
      <div className="grid grid-cols-1 gap-3 pb-2 text-small">
        {about !== undefined && <p className="text-soft">{about}</p>}
        <RehearsedPeopleList label={title} people={people} count={count} />
      </div>
    </details>
  )
}

const maxNamedApplications = 5

function RequiringApplications({ applications }: Pick<Rehearsal, 'applications'>) {
  const t = useTranslations()
  if (applications.length === 0) return null
  const named = applications.slice(0, maxNamedApplications)
  return (
    <p>
      {t('adminRehearsal.requiredBy', { count: applications.length })}{' '}
      {named.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <AdminPageLink href={adminPagePaths.application(id)}>{sanitizeDisplayText(name, 64) || id}</AdminPageLink>
        </span>
      ))}
      {applications.length > named.length && ' …'}
    </p>
  )
}
