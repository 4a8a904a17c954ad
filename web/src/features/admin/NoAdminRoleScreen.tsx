import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from './CopyField.tsx'
import { useAdminQuery } from './admin-query-hooks.ts'

export function NoAdminRoleScreen({
  person,
  onAgain,
  isBusy,
}: {
  person: ApiPerson
  onAgain: () => void
  isBusy: boolean
}) {
  const t = useTranslations()
  const setup = useAdminQuery('readSetup')
  const named = person.address ?? person.id
  return (
    <div className="grid gap-6">
      <FullPageNotice title={t('admin.noRole.title')} text={t('admin.noRole.text')}>
        <Button look="main" busyLabel={isBusy ? t('admin.working') : undefined} onClick={onAgain}>
          {t('admin.noRole.again')}
        </Button>
        <ButtonLink href={frontEndPagePaths.account}>{t('admin.toAccount')}</ButtonLink>
      </FullPageNotice>
      {setup.data?.owned === false && (
        <InlineNotice tone="attention" title={t('admin.noRole.unowned')}>
          <p>{t('admin.noRole.unownedText')}</p>
          <ButtonLink href={frontEndPagePaths.setup}>{t('admin.noRole.setup')}</ButtonLink>
        </InlineNotice>
      )}
      <div className="grid gap-3 border-t border-line pt-6">
        <h2 className="text-lead">{t('admin.noRole.howTitle')}</h2>
        <p className="text-soft">{t('admin.noRole.ask')}</p>
        <CopyField
          label={person.address === null ? t('admin.noRole.personId') : t('admin.noRole.address')}
          value={named}
        />
        <p className="text-small text-soft">{t('admin.noRole.machine')}</p>
        <CopyField label="countersign" value={`countersign owner grant ${named}`} />
      </div>
    </div>
  )
}
