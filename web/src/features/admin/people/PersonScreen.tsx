import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { CopyIconButton } from '../../../ui/WalletAddress.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { formatDateTime } from '../../../ui/format-time.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { AdminNotFoundScreen } from '../AdminNotFoundScreen.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { useAdminNavigate, useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { DetailScreenTabs, useCurrentDetailTab } from '../master-detail/DetailScreenTabs.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { getPersonChangeRestriction } from './admin-person-change-restrictions.ts'
import { PersonActionButtons } from './PersonActionButtons.tsx'
import { PersonApplicationsSection, PersonGroupsSection } from './PersonApplicationsAndGroups.tsx'
import { isTitledByAddress, PersonIdentityLine } from './PersonIdentityLine.tsx'
import { PersonSignInProblemsSection } from './PersonSignInProblemsSection.tsx'
import { PersonRolesSection } from './PersonRolesSection.tsx'
import { PersonSessionsSection } from './PersonSessionsSection.tsx'
import { PersonPasskeysSection, PersonWalletsSection } from './PersonSignInMethods.tsx'
import type { PersonDetailsResponse } from './person-details-response-type.ts'
import { RecentAuditEntries } from '../activity/RecentAuditEntries.tsx'

const tabs = ['overview', 'ways', 'sessions', 'access', 'activity'] as const
type Tab = (typeof tabs)[number]

export function PersonScreen() {
  const t = useTranslations()
  const tab = useCurrentDetailTab(tabs)
  const id = useItemIdFromUrlPath()
  const person = useAdminQuery('readPerson', { params: { id } })
  const { data } = person
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailScreenHeader
        title={data ? getPersonLabel(data) : t('adminPeople.title')}
        back={{ href: adminPagePaths.people(), label: t('adminPeople.back') }}
        picture={data && <PersonAvatar person={{ ...data, walletPicture: null }} size={44} />}
        badges={data?.address && isTitledByAddress(data) && <CopyIconButton text={data.address} />}
      >
        {data && <PersonIdentityLine person={data} />}
        {data && tab !== null && (
          <DetailScreenTabs
            label={t('adminPeople.tabsOf')}
            path={adminPagePaths.person(id)}
            current={tab}
            tabs={tabs.map((name) => ({ tab: name, label: t(`adminPeople.tabs.${name}`) }))}
          />
        )}
      </DetailScreenHeader>
      {person.error && <LoadErrorPanel problem={person.error.problem} onRetry={() => void person.refetch()} />}
      {data ? <PersonContent key={data.id} person={data} tab={tab} /> : !person.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function PersonContent({ person, tab }: { person: PersonDetailsResponse; tab: Tab | null }) {
  switch (tab) {
    case 'overview':
      return <PersonOverview person={person} />
    case 'ways':
      return (
        <>
          <PersonWalletsSection person={person} />
          <PersonPasskeysSection person={person} />
        </>
      )
    case 'sessions':
      return <PersonSessionsSection person={person} />
    case 'access':
      return (
        <>
          <PersonApplicationsSection person={person} />
          <PersonGroupsSection person={person} />
          <PersonRolesSection person={person} />
        </>
      )
    case 'activity':
      return <PersonActivity person={person} />
    case null:
      return <AdminNotFoundScreen />
  }
}

function PersonOverview({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const problems = useAdminQuery('readPersonSignInProblems', { params: { id: person.id } })
  // Whether there is a section for problems is known before anything below it is shown.
  if (problems.isPending && problems.failureCount === 0) return <SkeletonRows rows={6} />
  return (
    <>
      <StatusNotice person={person} />
      <PendingMergeNotices person={person} />
      <PageSection title={t('adminPeople.facts')}>
        <Card className="px-4 py-4 sm:px-5">
          <DescriptionList hasPhoneColumns>
            {person.displayName !== null && (
              <DescriptionItem label={t('adminPeople.name')}>
                {sanitizeDisplayText(person.displayName, 64)}
              </DescriptionItem>
            )}
            {person.email !== null && <DescriptionItem label={t('adminPeople.email')}>{person.email}</DescriptionItem>}
            {(person.username !== null || person.previousUsernames.length > 0) && (
              <DescriptionItem label={t('adminPeople.username')}>
                {person.username === null ? t('admin.none') : <code className="font-mono">{person.username}</code>}
                {person.previousUsernames.length > 0 && (
                  <span className="block text-caption text-soft [overflow-wrap:anywhere]">
                    {t('adminPeople.previousUsernames', { names: person.previousUsernames.join(', ') })}
                  </span>
                )}
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminPeople.tabs.ways')}>
              {t('adminPeople.signInMethodCounts', { wallets: person.wallets, passkeys: person.passkeys })}
            </DescriptionItem>
            {person.groups.length > 0 && (
              <DescriptionItem label={t('adminPeople.groups.title')}>
                {person.groups.map(({ id, name }, place) => (
                  <span key={id}>
                    {place > 0 && ', '}
                    <AdminPageLink href={adminPagePaths.group(id)}>{sanitizeDisplayText(name, 80) || id}</AdminPageLink>
                  </span>
                ))}
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminPeople.columns.created')}>
              <RelativeTime at={person.createdAt} />
            </DescriptionItem>
            <DescriptionItem isWide label={t('adminPeople.id')}>
              <span className="flex items-center">
                <code className="min-w-0 font-mono text-caption [overflow-wrap:anywhere] select-all">{person.id}</code>
                <CopyIconButton text={person.id} label={t('admin.copy', { what: t('adminPeople.id') })} />
              </span>
            </DescriptionItem>
          </DescriptionList>
        </Card>
      </PageSection>
      <PersonSignInProblemsSection person={person} />
      <PersonActionButtons person={person} />
    </>
  )
}

function PendingMergeNotices({ person: { pendingMerges } }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  return pendingMerges.map(({ id, side, otherId, takesEffectAt }) => (
    <InlineNotice
      key={id}
      tone="attention"
      title={t(`adminPeople.pendingMerge.${side}`, { when: formatDateTime(Date.parse(takesEffectAt), locale) })}
    >
      <AdminPageLink href={adminPagePaths.person(otherId)}>{t('adminPeople.seeOther')}</AdminPageLink>
    </InlineNotice>
  ))
}

function StatusNotice({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const lacking = useMissingPermissionReason('people.change')
  const { id, status, suspendedFor, mergedInto } = person
  if (status === 'suspended') {
    const reason = sanitizeDisplayText(suspendedFor ?? '', 400)
    return (
      <InlineNotice
        tone="attention"
        title={t('adminPeople.suspendedFor', { reason: reason === '' ? t('adminPeople.noSuspensionReason') : reason })}
      >
        <p>{t('adminPeople.suspendedText')}</p>
        <Button
          small
          look="main"
          className="justify-self-start"
          disabledReason={getPersonChangeRestriction(t, person, lacking)}
          aria-label={t('adminPeople.restore.named', { who: getPersonLabel(person) })}
          onClick={() => go(adminPagePaths.person(id), { replace: true, action: 'restore' })}
        >
          {t('adminPeople.restore.label')}
        </Button>
      </InlineNotice>
    )
  }
  if (status !== 'merged') return null
  return (
    <InlineNotice tone="attention" title={t('adminPeople.mergedInto')}>
      {mergedInto !== null && (
        <AdminPageLink href={adminPagePaths.person(mergedInto)}>{t('adminPeople.seeOther')}</AdminPageLink>
      )}
    </InlineNotice>
  )
}

function PersonActivity({ person: { id } }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  return (
    <RecentAuditEntries
      title={t('adminPeople.activity.title')}
      emptyText={t('adminPeople.activity.none')}
      query={{ person: id }}
    >
      <AdminPageLink href={adminPagePaths.activity({ person: id })}>{t('adminPeople.activity.see')}</AdminPageLink>
      <AdminPageLink href={adminPagePaths.activity({ actor: id })}>{t('adminPeople.activity.did')}</AdminPageLink>
    </RecentAuditEntries>
  )
}
