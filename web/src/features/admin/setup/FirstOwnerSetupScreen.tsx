// First start: a person who can read the server's terminal becomes the owner (THREATS N12).
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useCurrentSession } from '../../../api/query-client.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { FullPageNotice } from '../../../ui/FullPageNotice.tsx'
import { PublicPageLayout } from '../../../ui/PublicPageLayout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { useAdminMutation, useAdminQuery } from '../admin-query-hooks.ts'
import { FirstOwnerSetupSteps } from './FirstOwnerSetupSteps.tsx'
import { NewServerSetupChecklist } from './NewServerSetupChecklist.tsx'

export function FirstOwnerSetupScreen() {
  const t = useTranslations()
  const setup = useAdminQuery('readSetup')
  const session = useCurrentSession()
  // Declared here, because the steps unmount once the server has an owner.
  const claim = useAdminMutation('claimOwnership', ['readSetup', 'readAdminSession', 'readSetupSteps'])
  if (claim.isSuccess) return <OwnershipClaimed />
  if (setup.data?.owned) return <AlreadyOwned />
  const failed = setup.error ? setup : session.error ? session : null
  return (
    <PublicPageLayout>
      <div className="grid grid-cols-1 gap-8">
        <PublicPageHeader title={t('setup.title')} text={t('setup.intro')} />
        {failed?.error && <LoadErrorPanel problem={failed.error.problem} onRetry={() => void failed.refetch()} />}
        {setup.data && session.data ? (
          <FirstOwnerSetupSteps
            person={session.data.person}
            claim={claim}
            onAlreadyOwned={() => void setup.refetch()}
          />
        ) : (
          !failed && <SkeletonRows />
        )}
        {/* For visitors who came by mistake or without terminal access. */}
        <p className="text-small">
          <TextLink href={frontEndPagePaths.home}>{t('setup.owned.front')}</TextLink>
        </p>
      </div>
    </PublicPageLayout>
  )
}

function OwnershipClaimed() {
  const t = useTranslations()
  return (
    <PublicPageLayout>
      <div className="grid grid-cols-1 gap-8">
        <FullPageNotice title={t('setup.claimed.title')} text={t('setup.claimed.text')}>
          <ButtonLink look="main" href={adminPagePaths.overview()}>
            {t('setup.claimed.console')}
          </ButtonLink>
        </FullPageNotice>
        <NewServerSetupChecklist />
      </div>
    </PublicPageLayout>
  )
}

function AlreadyOwned() {
  const t = useTranslations()
  return (
    <PublicPageLayout>
      <div className="grid gap-6">
        <FullPageNotice title={t('setup.owned.title')} text={t('setup.owned.text')}>
          <ButtonLink look="main" href={adminPagePaths.overview()}>
            {t('setup.owned.console')}
          </ButtonLink>
          <ButtonLink href={frontEndPagePaths.home}>{t('setup.owned.front')}</ButtonLink>
        </FullPageNotice>
        <p className="text-small text-soft">{t('setup.owned.locked')}</p>
      </div>
    </PublicPageLayout>
  )
}
