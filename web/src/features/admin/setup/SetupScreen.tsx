// The first start: whoever can read the server's terminal becomes its owner, once (THREATS N12).
import { adminPaths } from '../../../api/admin-paths.ts'
import { useCurrentSession } from '../../../api/answers.ts'
import { paths } from '../../../api/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Message } from '../../../ui/Message.tsx'
import { PublicLayout } from '../../../ui/PublicLayout.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { useAdminChange, useAdminQuery } from '../queries.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { WorthDoing } from './WorthDoing.tsx'

export function SetupScreen() {
  const t = useTranslations()
  const setup = useAdminQuery('readSetup')
  const session = useCurrentSession()
  // Held here, because the steps go away with the claim: by then the server has an owner.
  const claim = useAdminChange('claimOwnership', ['readSetup', 'readAdmin', 'readSetupSteps'])
  if (claim.isSuccess) return <Claimed />
  if (setup.data?.owned) return <Owned />
  const failed = setup.error ? setup : session.error ? session : null
  return (
    <PublicLayout>
      <div className="grid grid-cols-1 gap-8">
        <Head title={t('setup.title')} text={t('setup.intro')} />
        {failed?.error && <ErrorState problem={failed.error.problem} onRetry={() => void failed.refetch()} />}
        {setup.data && session.data ? (
          <SetupSteps person={session.data.person} claim={claim} onOwned={() => void setup.refetch()} />
        ) : (
          !failed && <SkeletonRows />
        )}
        {/* Who came here by mistake, or without the terminal at hand, goes on elsewhere. */}
        <p className="text-small">
          <TextLink href={paths.front}>{t('setup.owned.front')}</TextLink>
        </p>
      </div>
    </PublicLayout>
  )
}

function Claimed() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <div className="grid grid-cols-1 gap-8">
        <Message title={t('setup.claimed.title')} text={t('setup.claimed.text')}>
          <ButtonLink look="main" href={adminPaths.overview()}>
            {t('setup.claimed.console')}
          </ButtonLink>
        </Message>
        <WorthDoing />
      </div>
    </PublicLayout>
  )
}

function Owned() {
  const t = useTranslations()
  return (
    <PublicLayout>
      <div className="grid gap-6">
        <Message title={t('setup.owned.title')} text={t('setup.owned.text')}>
          <ButtonLink look="main" href={adminPaths.overview()}>
            {t('setup.owned.console')}
          </ButtonLink>
          <ButtonLink href={paths.front}>{t('setup.owned.front')}</ButtonLink>
        </Message>
        <p className="text-small text-soft">{t('setup.owned.locked')}</p>
      </div>
    </PublicLayout>
  )
}
