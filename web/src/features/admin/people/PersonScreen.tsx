// One person with everything that hangs on them, and what can be done to them.
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Portrait } from '../../../ui/Portrait.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { dayAndTime } from '../../../ui/relative-time.ts'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminNotFound } from '../AdminNotFound.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { namePerson } from '../workbench/PersonLink.tsx'
import { useAdminQuery } from '../queries.ts'
import { usePathId } from '../workbench/use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { Tabs, useTab } from '../workbench/Tabs.tsx'
import { PersonActions } from './PersonActions.tsx'
import { PersonApplications, PersonGroups } from './PersonBelongs.tsx'
import { PersonRoles } from './PersonRoles.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { PersonPasskeys, PersonWallets } from './PersonWays.tsx'
import type { PersonInFull } from './person-in-full.ts'
import { PersonBadges } from './use-people-columns.tsx'
import { NewestLines } from '../activity/NewestLines.tsx'

const tabs = ['overview', 'ways', 'sessions', 'access', 'activity'] as const
type Tab = (typeof tabs)[number]

export function PersonScreen() {
  const t = useTranslations()
  const tab = useTab(tabs)
  const id = usePathId()
  const person = useAdminQuery('readPerson', { params: { id } })
  const { data } = person
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={data ? namePerson(data) : t('adminPeople.title')}
        back={{ href: adminPaths.people(), label: t('adminPeople.back') }}
        picture={data && <Portrait person={{ ...data, walletPicture: null }} size={44} />}
        badges={data && <PersonBadges person={data} />}
      >
        {data && tab !== null && (
          <Tabs
            label={t('adminPeople.tabsOf')}
            path={adminPaths.person(id)}
            current={tab}
            tabs={tabs.map((name) => ({ tab: name, label: t(`adminPeople.tabs.${name}`) }))}
          />
        )}
      </DetailHead>
      {person.error && <ErrorState problem={person.error.problem} onRetry={() => void person.refetch()} />}
      {data ? <Content key={data.id} person={data} tab={tab} /> : !person.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function Content({ person, tab }: { person: PersonInFull; tab: Tab | null }) {
  switch (tab) {
    case 'overview':
      return <Overview person={person} />
    case 'ways':
      return (
        <>
          <PersonWallets person={person} />
          <PersonPasskeys person={person} />
        </>
      )
    case 'sessions':
      return <PersonSessions person={person} />
    case 'access':
      return (
        <>
          <PersonApplications person={person} />
          <PersonGroups person={person} />
          <PersonRoles person={person} />
        </>
      )
    case 'activity':
      return <PersonActivity person={person} />
    case null:
      return <AdminNotFound />
  }
}

function Overview({ person }: { person: PersonInFull }) {
  const t = useTranslations()
  return (
    <>
      <Standing person={person} />
      <PendingMerges person={person} />
      <PersonActions person={person} />
      <Section title={t('adminPeople.facts')}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={t('adminPeople.name')}>
              {person.displayName === null ? t('adminPeople.noName') : cleanText(person.displayName, 64)}
            </Fact>
            <Fact label={t('adminPeople.email')}>
              {person.email === null ? (
                t('adminPeople.noEmail')
              ) : (
                <span className="[overflow-wrap:anywhere]">{person.email}</span>
              )}
            </Fact>
            <Fact label={t('adminPeople.userName')}>
              {person.userName === null ? (
                t('adminPeople.noUserName')
              ) : (
                <code className="font-mono">{person.userName}</code>
              )}
              {person.formerUserNames.length > 0 && (
                <span className="block text-caption text-soft [overflow-wrap:anywhere]">
                  {t('adminPeople.formerUserNames', { names: person.formerUserNames.join(', ') })}
                </span>
              )}
            </Fact>
            <Fact label={t('adminPeople.columns.created')}>
              <RelativeTime at={person.createdAt} />
            </Fact>
            <Fact label={t('adminPeople.columns.seen')}>
              <RelativeTime at={person.lastSeenAt} />
            </Fact>
            <Fact label={t('adminPeople.id')}>
              <code className="font-mono text-caption [overflow-wrap:anywhere] select-all">{person.id}</code>
            </Fact>
          </Facts>
        </Sheet>
      </Section>
    </>
  )
}

/** Merges that wait to take effect. */
function PendingMerges({ person: { pendingMerges } }: { person: PersonInFull }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return pendingMerges.map(({ id, side, otherId, takesEffectAt }) => (
    <Notice
      key={id}
      tone="attention"
      title={t(`adminPeople.pendingMerge.${side}`, { when: dayAndTime(Date.parse(takesEffectAt), locale) })}
    >
      <AdminLink href={adminPaths.person(otherId)}>{t('adminPeople.seeOther')}</AdminLink>
    </Notice>
  ))
}

/** Why somebody is not active, before all else. */
function Standing({ person: { status, suspendedFor, mergedInto } }: { person: PersonInFull }) {
  const t = useTranslations()
  if (status === 'suspended') {
    return (
      <Notice
        tone="attention"
        title={t('adminPeople.suspendedFor', { reason: cleanText(suspendedFor ?? '', 400) || '–' })}
      >
        <p>{t('adminPeople.suspendedText')}</p>
      </Notice>
    )
  }
  if (status !== 'merged') return null
  return (
    <Notice tone="attention" title={t('adminPeople.mergedInto')}>
      {mergedInto !== null && <AdminLink href={adminPaths.person(mergedInto)}>{t('adminPeople.seeOther')}</AdminLink>}
    </Notice>
  )
}

function PersonActivity({ person: { id } }: { person: PersonInFull }) {
  const t = useTranslations()
  return (
    <NewestLines title={t('adminPeople.activity.title')} none={t('adminPeople.activity.none')} query={{ person: id }}>
      <AdminLink href={adminPaths.activity({ person: id })}>{t('adminPeople.activity.see')}</AdminLink>
      <AdminLink href={adminPaths.activity({ actor: id })}>{t('adminPeople.activity.did')}</AdminLink>
    </NewestLines>
  )
}
