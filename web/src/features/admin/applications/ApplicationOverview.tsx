import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { AdminClientMetadataDetails } from './AdminClientMetadataDetails.tsx'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

export function ApplicationOverview({ application }: { application: ApplicationDetailsResponse }) {
  const t = useTranslations()
  const count = getNumberFormat(usePageLanguage().locale)
  const { id, kind, people, live, lastUsedAt, createdAt, changedAt, enabled, origin, claimedName, registrationToken } =
    application
  return (
    <>
      {!enabled && (
        <InlineNotice tone="attention" title={t('adminApplications.end.disabled')}>
          <p>{t('adminApplications.end.disabledText')}</p>
        </InlineNotice>
      )}
      {origin === 'metadata-document' && (
        <InlineNotice tone="attention" title={t('adminApplications.unregistered')}>
          <p>{t('adminApplications.unregisteredText')}</p>
        </InlineNotice>
      )}
      <PageSection title={t('adminApplications.facts.title')}>
        <Card className="px-4 py-4 sm:px-5">
          <DescriptionList>
            <DescriptionItem label={t('adminApplications.fields.id')}>
              <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{id}</code>
            </DescriptionItem>
            {claimedName !== undefined && (
              <DescriptionItem label={t('adminApplications.claims')}>
                {t('adminApplications.claimed', { name: sanitizeDisplayText(claimedName, 80) })}
              </DescriptionItem>
            )}
            <AdminClientMetadataDetails application={application} />
            {registrationToken !== undefined && (
              <DescriptionItem label={t('adminApplications.registeredWith')}>
                <code className="font-mono text-small [overflow-wrap:anywhere]">{registrationToken}</code>
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminApplications.kind')}>
              {t(`adminApplications.kinds.${kind}`)}
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.live')}>{count.format(live)}</DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.people')}>{count.format(people)}</DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.used')}>
              {lastUsedAt === null ? t('adminApplications.never') : <RelativeTime at={lastUsedAt} />}
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.created')}>
              <RelativeTime at={createdAt} />
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.changed')}>
              <RelativeTime at={changedAt} />
            </DescriptionItem>
          </DescriptionList>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            <AdminPageLink href={adminPagePaths.activity({ application: id })}>
              {t('adminApplications.facts.activity')}
            </AdminPageLink>
            <AdminPageLink href={adminPagePaths.people({ application: id })}>
              {t('adminApplications.facts.peopleOf')}
            </AdminPageLink>
          </p>
        </Card>
      </PageSection>
    </>
  )
}
