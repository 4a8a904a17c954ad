// What whoever has no role sees of the administration: that this is so, that nothing is wrong, and how to get one.
import { sitePaths } from '../../api/site-paths.ts'
import type { Person } from '@countersign/api/api-endpoints'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from './CopyField.tsx'
import { useAdminQuery } from './admin-queries.ts'

export function NoAdminRoleScreen({
  person,
  onAgain,
  isBusy,
}: {
  person: Person
  onAgain: () => void
  isBusy: boolean
}) {
  const t = useTranslations()
  const setup = useAdminQuery('readSetup')
  const named = person.address ?? person.id
  return (
    <div className="grid gap-6">
      <NoticePage title={t('admin.noRole.title')} text={t('admin.noRole.text')}>
        <Button look="main" busyLabel={isBusy ? t('admin.working') : undefined} onClick={onAgain}>
          {t('admin.noRole.again')}
        </Button>
        <ButtonLink href={sitePaths.account}>{t('admin.toAccount')}</ButtonLink>
      </NoticePage>
      {setup.data?.owned === false && (
        <Notice tone="attention" title={t('admin.noRole.unowned')}>
          <p>{t('admin.noRole.unownedText')}</p>
          <ButtonLink href={sitePaths.setup}>{t('admin.noRole.setup')}</ButtonLink>
        </Notice>
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
