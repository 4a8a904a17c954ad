import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { Table } from '../Table.tsx'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

export function PersonApplicationsSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminPeople.applications.title')}>
      {person.applications.length === 0 ? (
        <p className="text-soft">{t('adminPeople.applications.none')}</p>
      ) : (
        <Table
          label={t('adminPeople.applications.title')}
          items={person.applications}
          getKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              head: t('adminPeople.applications.columns.name'),
              isRowHeader: true,
              cell: ({ id, name }) => (
                <AdminPageLink href={adminPagePaths.application(id)}>
                  {sanitizeDisplayText(name, 64) || sanitizeDisplayText(id, 64)}
                </AdminPageLink>
              ),
            },
            {
              id: 'allowed',
              head: t('adminPeople.applications.columns.allowed'),
              cell: ({ scopes }) => <span className="font-mono text-caption">{scopes.join(' ')}</span>,
            },
            {
              id: 'used',
              head: t('adminPeople.applications.columns.used'),
              cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
            },
            {
              id: 'state',
              head: t('adminPeople.applications.columns.state'),
              cell: ({ active }) =>
                active ? <Badge>{t('adminPeople.applications.live')}</Badge> : t('adminPeople.applications.notLive'),
            },
          ]}
        />
      )}
    </PageSection>
  )
}

export function PersonGroupsSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminPeople.groups.title')}>
      {person.groups.length === 0 ? (
        <p className="text-soft">{t('adminPeople.groups.none')}</p>
      ) : (
        <Table
          label={t('adminPeople.groups.title')}
          items={person.groups}
          getKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              head: t('adminPeople.group'),
              isRowHeader: true,
              cell: ({ id, name }) => (
                <AdminPageLink href={adminPagePaths.group(id)}>{sanitizeDisplayText(name, 80) || id}</AdminPageLink>
              ),
            },
            {
              id: 'read',
              head: t('adminPeople.groups.read'),
              cell: ({ checkedAt }) => <RelativeTime at={checkedAt} />,
            },
            {
              id: 'state',
              head: t('adminPeople.applications.columns.state'),
              cell: ({ unreachableSince }) =>
                unreachableSince === null ? t('adminPeople.groups.member') : t('adminPeople.groups.unreachable'),
            },
          ]}
        />
      )}
    </PageSection>
  )
}
