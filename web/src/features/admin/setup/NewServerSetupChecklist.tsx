import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { isLocalHost } from '../../sign-in/wallet/is-local-host.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection } from '../../../ui/PageSection.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { CopyField } from '../CopyField.tsx'
import { getServerSettingsTabUrl } from '../settings/server-settings-tabs.ts'
import { useAdminMutation, useAdminQuery } from '../admin-query-hooks.ts'
import { getListFormat } from '../../../ui/memoized-intl-formats.ts'

type ChecklistItem = AdminApiEndpointOutput<'readSetupSteps'>['steps'][number]
type ChecklistStep = ChecklistItem['step']

interface SetupChecklistProps {
  /** `lacking` is the missing permission; without `dismissal`, no item can be dismissed. */
  dismissal?: { lacking: string | undefined }
  /** An alert already says that a backup is missing. */
  isBackupAlertShown?: boolean
  /** Leaves out explanations, and emphasizes no step. */
  isCompact?: boolean
}

export function NewServerSetupChecklist({
  dismissal,
  isBackupAlertShown = false,
  isCompact = false,
}: SetupChecklistProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const list = useAdminQuery('readSetupSteps')
  const dismiss = useAdminMutation('dismissSetupStep', ['readSetupSteps'], (_, { params: { step } }) => {
    focusPageHeading()
    announce(t('worthDoing.dismissed', { step: t(`worthDoing.items.${step}.title`) }))
  })
  if (list.isPending && list.failureCount === 0) return <div hidden className="on-its-way" />
  const items = (list.data?.steps ?? [])
    .filter(({ step, done }) => done || step !== 'backup' || !isBackupAlertShown)
    .toSorted((one, other) => Number(other.step === 'application') - Number(one.step === 'application'))
  if (items.every(({ done, dismissed }) => done || dismissed)) return null
  const problem = getDisplayableApiProblem(dismiss.error)
  return (
    <PageSection
      title={t('worthDoing.title')}
      aside={t('worthDoing.progress', { done: items.filter(({ done }) => done).length, all: items.length })}
    >
      {problem && <LoadErrorPanel problem={problem} />}
      <ul className="divide-y divide-line rounded-sheet border border-line bg-sheet">
        {items
          .filter(({ dismissed, done }) => !done && !dismissed)
          .map((item, place) => (
            <ChecklistRow key={item.step} item={item} isCompact={isCompact} isMain={!isCompact && place === 0}>
              {dismissal && (
                <Button
                  small
                  look="bare"
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

interface ChecklistRowProps {
  item: ChecklistItem
  isCompact: boolean
  isMain: boolean
  children: ReactNode
}

function ChecklistRow({ item: { step }, isCompact, isMain, children }: ChecklistRowProps) {
  const t = useTranslations()
  const isLine = isCompact && step !== 'backup'
  return (
    <li
      id={step}
      tabIndex={-1}
      className={`gap-x-3 gap-y-1.5 px-4 sm:px-5 ${isLine ? 'flex flex-wrap items-center py-1' : 'grid grid-cols-[1.25rem_1fr] items-start py-2.5 md:grid-cols-[1.25rem_1fr_auto]'}`}
    >
      <span
        aria-hidden="true"
        className={`size-5 shrink-0 rounded-full border border-edge ${isLine ? '' : 'mt-0.5'}`}
      />
      <div className="grid min-w-0 flex-auto basis-40 content-start gap-1">
        <p className="text-small font-semibold">
          {isLine ? (
            <TextLink href={stepUrls[step]}>{t(`worthDoing.items.${step}.title`)}</TextLink>
          ) : (
            t(`worthDoing.items.${step}.title`)
          )}
        </p>
        {!isLine && (
          <p className="text-small text-soft">
            {t(`worthDoing.items.${step}.text`)}
            {step === 'application' && isLocalHost(location.hostname) && (
              <> {t('worthDoing.items.application.example')}</>
            )}
          </p>
        )}
        {step === 'backup' && (
          <CopyField
            label={t('worthDoing.command')}
            value="npx countersign backup FILE"
            about={t('worthDoing.backupNote')}
          />
        )}
      </div>
      <div
        className={`flex flex-wrap items-center gap-x-2 ${isLine ? '' : 'max-md:col-start-2'} ${step === 'backup' ? 'max-md:-ml-4' : ''}`}
      >
        {step !== 'backup' && !isCompact && (
          <ButtonLink look={isMain ? 'main' : 'quiet'} href={stepUrls[step]} className="text-small">
            {t(`worthDoing.items.${step}.action`)}
          </ButtonLink>
        )}
        {children}
      </div>
    </li>
  )
}

const stepUrls: Readonly<Record<Exclude<ChecklistStep, 'backup'>, string>> = {
  passkey: frontEndPagePaths.passkeys,
  application: adminPagePaths.newApplication,
  chain: getServerSettingsTabUrl('chains'),
}
