// Anyone who can register an application can choose its name (THREATS N4).
import type { AdminApiEndpointOutput, AdminApiApplication } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { sumNumbers } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import type { TableColumn } from '../Table.tsx'
import { listRowLinkClass, listRowBadgesClass } from '../master-detail/list-row-css-classes.ts'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

export function useApplicationColumns(): TableColumn<AdminApiEndpointOutput<'listApplications'>['items'][number]>[] {
  const t = useTranslations()
  const count = getNumberFormat(usePageLanguage().locale)
  return [
    {
      id: 'name',
      head: t('adminApplications.columns.name'),
      sort: 'name',
      isRowHeader: true,
      cell: (application) => (
        <span translate="no" className="flex min-w-0 items-center gap-2.5">
          <ApplicationAvatar application={application} size={22} />
          <AdminPageLink href={adminPagePaths.application(application.id)} className={listRowLinkClass}>
            {formatApplicationName(application)}
          </AdminPageLink>
          <span className={listRowBadgesClass}>
            <ApplicationBadges application={application} />
          </span>
        </span>
      ),
    },
    { id: 'kind', head: t('adminApplications.columns.kind'), cell: ({ kind }) => t(`adminApplications.kinds.${kind}`) },
    {
      id: 'people',
      head: t('adminApplications.columns.people'),
      isNumber: true,
      cell: ({ people }) => count.format(people),
    },
    {
      id: 'signIns',
      isWide: true,
      head: t('adminApplications.columns.signIns'),
      isSecondary: true,
      cell: ({ signInsByDay }) => (
        <span className="flex items-center gap-2.5">
          <Sparkline values={signInsByDay} className="h-5 w-[90px] shrink-0" />
          <span className="tabular-nums">{count.format(sumNumbers(signInsByDay))}</span>
        </span>
      ),
    },
    {
      id: 'used',
      isTime: true,
      head: t('adminApplications.columns.used'),
      sort: 'used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('adminApplications.never') : <RelativeTime at={lastUsedAt} />),
    },
    {
      id: 'created',
      isTime: true,
      isSecondary: true,
      head: t('adminApplications.columns.created'),
      sort: 'created',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

export function ApplicationBadges({ application }: { application: Pick<AdminApiApplication, 'enabled' | 'origin'> }) {
  const t = useTranslations()
  return (
    <>
      {!application.enabled && <Badge tone="attention">{t('adminApplications.disabled')}</Badge>}
      {application.origin === 'registration' && <Badge>{t('adminApplications.registered')}</Badge>}
      {application.origin === 'metadata-document' && (
        <Badge tone="attention">{t('adminApplications.unregistered')}</Badge>
      )}
    </>
  )
}
