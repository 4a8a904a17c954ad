import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { adminPagePaths, adminChainSettingsAnchorId } from '../../../api/admin-page-paths.ts'
import { isLocalHost } from '../../sign-in/wallet/is-local-host.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from '../CopyField.tsx'
import { useAdminMutation, useAdminQuery } from '../admin-query-hooks.ts'
import { getListFormat } from '../../../ui/memoized-intl-formats.ts'

type ChecklistItem = AdminApiEndpointOutput<'readSetupSteps'>['steps'][number]
type ChecklistStep = ChecklistItem['step']

interface SetupChecklistProps {
  /** `lacking` is the missing permission; without `dismissal`, no item can be dismissed. */
  dismissal?: { lacking: string | undefined }
}

export function NewServerSetupChecklist({ dismissal }: SetupChecklistProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const list = useAdminQuery('readSetupSteps')
  const dismiss = useAdminMutation('dismissSetupStep', ['readSetupSteps'], (_, { params: { step } }) => {
    focusPageHeading()
    announce(t('worthDoing.dismissed', { step: t(`worthDoing.items.${step}.title`) }))
  })
  if (list.isPending && list.failureCount === 0) return <div hidden className="on-its-way" />
  const items = list.data?.steps ?? []
  if (items.every(({ done, dismissed }) => done || dismissed)) return null
  const problem = getDisplayableApiProblem(dismiss.error)
  return (
    <PageSection title={t('worthDoing.title')}>
      <p className="text-small text-soft">
        {t('worthDoing.progress', { done: items.filter(({ done }) => done).length, all: items.length })}
      </p>
      {problem && <LoadErrorPanel problem={problem} />}
      <ul className={`grid gap-3 ${dismissal ? 'md:grid-cols-2' : ''}`}>
        {items
          .filter(({ dismissed, done }) => !done && !dismissed)
          .map((item) => (
            <ChecklistRow key={item.step} item={item}>
              {dismissal && (
                <Button
                  small
                  look="bare"
                  className={item.step === 'backup' ? '-ml-4' : ''}
                  aria-label={t('worthDoing.dismissNamed', { step: t(`worthDoing.items.${item.step}.title`) })}
                  disabledReason={dismissal.lacking}
                  busyLabel={
                    dismiss.isPending && dismiss.variables.params.step === item.step
                      ? t('worthDoing.dismiss')
                      : undefined
                  }
                  onClick={() => dismiss.mutate({ params: { step: item.step } })}
                >
                  {t('worthDoing.dismiss')}
                </Button>
              )}
            </ChecklistRow>
          ))}
      </ul>
      <CompletedItems items={items.filter(({ done }) => done)} />
    </PageSection>
  )
}

function CompletedItems({ items }: { items: readonly ChecklistItem[] }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  if (items.length === 0) return null
  const titles = items.map(({ step }) => t(`worthDoing.items.${step}.title`))
  return (
    <p className="flex items-start gap-2 text-small text-soft">
      <span aria-hidden="true" className="mt-0.5 text-seal">
        <Icon name="done" size={16} />
      </span>
      {t('worthDoing.doneItems', { titles: getListFormat(locale, { type: 'unit' }).format(titles) })}
    </p>
  )
}

function ChecklistRow({ item: { step }, children }: { item: ChecklistItem; children: ReactNode }) {
  const t = useTranslations()
  return (
    <li className="grid grid-cols-[1.5rem_1fr] content-start gap-x-3 rounded-sheet border border-line bg-sheet px-4 py-4 sm:px-5">
      <span aria-hidden="true" className="mt-0.5 size-6 rounded-full border border-edge" />
      <div className="grid min-w-0 content-start gap-2">
        <p className="font-semibold">{t(`worthDoing.items.${step}.title`)}</p>
        <p className="text-small text-soft">{t(`worthDoing.items.${step}.text`)}</p>
        {step === 'application' && isLocalHost(location.hostname) && (
          <p className="text-small text-soft">{t('worthDoing.items.application.example')}</p>
        )}
        {step === 'backup' && (
          <CopyField
            label={t('worthDoing.command')}
            value="npx countersign backup FILE"
            about={t('worthDoing.backupNote')}
          />
        )}
        <div className="flex flex-wrap items-start gap-x-2">
          {step !== 'backup' && (
            <ButtonLink href={stepUrls[step]} className="text-small">
              {t(`worthDoing.items.${step}.action`)}
            </ButtonLink>
          )}
          {children}
        </div>
      </div>
    </li>
  )
}

const stepUrls: Readonly<Record<Exclude<ChecklistStep, 'backup'>, string>> = {
  passkey: frontEndPagePaths.passkeys,
  application: adminPagePaths.newApplication,
  chain: `${adminPagePaths.settings}#${adminChainSettingsAnchorId}`,
}
