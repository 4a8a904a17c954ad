import { useState, useId } from 'react'
import type { ApiApplicationGrant } from '@countersign/api/api-endpoints'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { CardListRow } from '../../ui/CardList.tsx'
import { FormattedDate, RelativeTime } from '../../ui/RelativeTime.tsx'
import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { DisclosedWalletSetting } from './DisclosedWalletSetting.tsx'

export function ConnectedApplicationListRow({
  grant,
  isWithdrawing,
  onWithdraw,
}: {
  grant: ApiApplicationGrant
  isWithdrawing: boolean
  onWithdraw: () => void
}) {
  const t = useTranslations()
  const [isAsking, setIsAsking] = useState(false)
  const name = formatApplicationName(grant.application)
  return (
    <CardListRow
      head={
        <div className="flex items-center gap-3">
          <ApplicationAvatar application={grant.application} size={40} />
          <div className="min-w-0">
            <h2 translate="no" className="font-sans font-semibold [overflow-wrap:anywhere]">
              {name}
            </h2>
            {grant.application.unregistered !== undefined && (
              <p className="text-caption text-soft [overflow-wrap:anywhere]">
                {t('applicationsScreen.unregistered')}{' '}
                <span className="font-mono">{sanitizeDisplayText(grant.application.id, 256)}</span>
              </p>
            )}
            {grant.active && <Badge>{t('applicationsScreen.active')}</Badge>}
          </div>
        </div>
      }
      action={
        <Button
          aria-label={t('applicationsScreen.withdrawNamed', { application: name })}
          busyLabel={isWithdrawing ? t('applicationsScreen.withdrawing') : undefined}
          small
          onClick={() => setIsAsking(true)}
        >
          {t('applicationsScreen.withdraw')}
        </Button>
      }
    >
      <div className="grid gap-3 sm:pl-13">
        <p className="flex flex-wrap gap-x-5 text-small text-soft">
          <span>
            {t('applicationsScreen.allowed')} <FormattedDate at={grant.allowedAt} />
          </span>
          <span>
            {t('applicationsScreen.lastUsed')} <RelativeTime at={grant.lastUsedAt} />
          </span>
        </p>
        <GrantDetails grant={grant} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('applicationsScreen.confirmTitle', { application: name })}
          confirmLabel={t('applicationsScreen.confirm')}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onWithdraw()
          }}
        >
          <p>{t('applicationsScreen.confirmText')}</p>
        </ConfirmDialog>
      )}
    </CardListRow>
  )
}

function GrantDetails({ grant }: { grant: ApiApplicationGrant }) {
  const t = useTranslations()
  const { disclosures: learned, withheld, resources } = grant
  return (
    <>
      <DisclosedWalletSetting grant={grant} />
      <GrantSection title={t('applicationsScreen.learned')}>
        {learned.length === 0 && <li className="text-soft">{t('applicationsScreen.nothingLearned')}</li>}
        {learned.map(({ scope, firstAt, lastAt }) => (
          <li
            key={scope}
            className="flex flex-wrap items-baseline justify-between gap-x-5 border-b border-line py-1 last:border-0"
          >
            <span>{t(`scopes.${scope}.title`)}</span>
            <span className="flex flex-wrap gap-x-4 text-caption text-soft">
              <span>
                {t('applicationsScreen.first')} <RelativeTime at={firstAt} />
              </span>
              {lastAt !== firstAt && (
                <span>
                  {t('applicationsScreen.last')} <RelativeTime at={lastAt} />
                </span>
              )}
            </span>
          </li>
        ))}
      </GrantSection>
      {withheld.length > 0 && (
        <GrantSection title={t('applicationsScreen.withheld')}>
          {withheld.map((scope) => (
            <li key={scope} className="py-1">
              {t(`scopes.${scope}.title`)}
            </li>
          ))}
        </GrantSection>
      )}
      {resources.length > 0 && (
        <GrantSection title={t('applicationsScreen.access')}>
          {resources.map(({ resource, scopes }) => (
            <li key={resource} className="py-1 [overflow-wrap:anywhere]">
              {[sanitizeDisplayText(resource, 200), sanitizeDisplayText(scopes.join(', '), 400)]
                .filter((text) => text !== '')
                .join(': ')}
            </li>
          ))}
        </GrantSection>
      )}
    </>
  )
}

function GrantSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-1">
      <h3 id={heading} className="font-sans text-caption text-soft">
        {title}
      </h3>
      <ul className="text-small">{children}</ul>
    </section>
  )
}
