// What the list of applications says of each. Names are written by operators, and by whoever may register an application (THREATS N4).
import type { AdminEndpointOutput, AdminApplication } from '@countersign/api/admin-endpoints'
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { sumValues } from '../../../ui/charts/bar-chart-model.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../master-detail/AdminLink.tsx'
import type { TableColumn } from '../Table.tsx'
import { rowLinkClass, rowBadgesClass } from '../master-detail/row-link-classes.ts'
import { getNumberFormat } from '../../../ui/intl-formats.ts'

export function useApplicationColumns(): TableColumn<AdminEndpointOutput<'listApplications'>['items'][number]>[] {
  const t = useTranslations()
  const count = getNumberFormat(useLanguage().locale)
  return [
    {
      id: 'name',
      head: t('adminApplications.columns.name'),
      sort: 'name',
      isRowHeader: true,
      cell: (application) => (
        <span translate="no" className="flex min-w-0 items-center gap-2.5">
          <ApplicationAvatar application={application} size={22} />
          <AdminLink href={adminPaths.application(application.id)} className={rowLinkClass}>
            {formatApplicationName(application)}
          </AdminLink>
          <span className={rowBadgesClass}>
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
          <span className="tabular-nums">{count.format(sumValues(signInsByDay))}</span>
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

/** What sets an application apart: that nobody can sign in to it, and that no operator brought it. */
export function ApplicationBadges({ application }: { application: Pick<AdminApplication, 'enabled' | 'origin'> }) {
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
