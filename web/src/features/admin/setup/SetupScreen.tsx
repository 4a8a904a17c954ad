// The first start: whoever can read the server's terminal becomes its owner, once (THREATS N12).
import { adminPaths } from '../../../api/admin-paths.ts'
import { useCurrentSession } from '../../../api/query-client.ts'
import { sitePaths } from '../../../api/site-paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { NoticePage } from '../../../ui/NoticePage.tsx'
import { PublicLayout } from '../../../ui/PublicLayout.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { useAdminMutation, useAdminQuery } from '../admin-queries.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'

export function SetupScreen() {
  const t = useTranslations()
  const setup = useAdminQuery('readSetup')
  const session = useCurrentSession()
  // Held here, because the steps go away with the claim: by then the server has an owner.
  const claim = useAdminMutation('claimOwnership', ['readSetup', 'readAdminSession', 'readSetupSteps'])
  if (claim.isSuccess) return <OwnershipClaimed />
  if (setup.data?.owned) return <AlreadyOwned />
  const failed = setup.error ? setup : session.error ? session : null
  return (
    <PublicLayout>
      <div className="grid grid-cols-1 gap-8">
        <PublicPageHeader title={t('setup.title')} text={t('setup.intro')} />
        {failed?.error && <ErrorState problem={failed.error.problem} onRetry={() => void failed.refetch()} />}
        {setup.data && session.data ? (
          <SetupSteps person={session.data.person} claim={claim} onAlreadyOwned={() => void setup.refetch()} />
        ) : (
          !failed && <SkeletonRows />
        )}
        {/* Who came here by mistake, or without the terminal at hand, goes on elsewhere. */}
        <p className="text-small">
          <TextLink href={sitePaths.home}>{t('setup.owned.front')}</TextLink>
        </p>
      </div>
    </PublicLayout>
  )
}

function OwnershipClaimed() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <div className="grid grid-cols-1 gap-8">
        <NoticePage title={t('setup.claimed.title')} text={t('setup.claimed.text')}>
          <ButtonLink look="main" href={adminPaths.overview()}>
            {t('setup.claimed.console')}
          </ButtonLink>
        </NoticePage>
        <SetupChecklist />
      </div>
    </PublicLayout>
  )
}

function AlreadyOwned() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <div className="grid gap-6">
        <NoticePage title={t('setup.owned.title')} text={t('setup.owned.text')}>
          <ButtonLink look="main" href={adminPaths.overview()}>
            {t('setup.owned.console')}
          </ButtonLink>
          <ButtonLink href={sitePaths.home}>{t('setup.owned.front')}</ButtonLink>
        </NoticePage>
        <p className="text-small text-soft">{t('setup.owned.locked')}</p>
      </div>
    </PublicLayout>
  )
}
