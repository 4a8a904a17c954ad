import { useState } from 'react'
import type { ComponentProps } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'
import { OneTimeSecretNotice } from '../OneTimeSecretNotice.tsx'
import { applicationQueriesToRefresh } from './application-details-response-type.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { getDateFormat } from '../../../ui/memoized-intl-formats.ts'

const overlapChoices = ['0', '3600', '86400', '604800', '2592000'] as const
type Overlap = (typeof overlapChoices)[number]

export function ClientSecretRotationSection({
  application: { id, hasSecret, previousSecretUntil },
}: {
  application: ApplicationDetailsResponse
}) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('applications.change')
  const { locale } = usePageLanguage()
  const announce = useAnnounce()
  const time = (at: string) => getDateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  const [asking, setAsking] = useState<'rotate' | 'end' | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const [made, setMade] = useState<{ secret: string; previousWorksUntil: string | null } | null>(null)
  const params = { application: id }
  const rotate = useAdminMutation('rotateApplicationSecret', applicationQueriesToRefresh, (answer) => {
    setAsking(null)
    setMade(answer)
    announce(t('adminApplications.secret.made'))
  })
  const end = useAdminMutation('revokePreviousSecret', applicationQueriesToRefresh, () => {
    setAsking(null)
    announce(t('adminApplications.secret.ended'))
    setTimeout(focusPageHeading)
  })
  const cancel = () => {
    setAsking(null)
    rotate.reset()
    end.reset()
  }
  return (
    <PageSection title={t('adminApplications.secret.title')}>
      <p className="max-w-[60ch] text-soft">
        {hasSecret ? t('adminApplications.secret.text') : t('adminApplications.secret.none')}
      </p>
      {made && (
        <OneTimeSecretNotice
          title={t('adminApplications.secret.made')}
          label={t('adminApplications.secret.label')}
          secret={made.secret}
          about={
            made.previousWorksUntil === null
              ? t('adminApplications.secret.ended')
              : t('adminApplications.secret.until', { time: time(made.previousWorksUntil) })
          }
          onSaved={() => {
            setMade(null)
            focusPageHeading()
          }}
        />
      )}
      {hasSecret && (
        <Card className="grid justify-items-start gap-4 px-4 py-4 sm:px-5">
          {previousSecretUntil !== null && (
            <InlineNotice tone="attention" title={t('adminApplications.secret.overlapping')}>
              <p>{t('adminApplications.secret.until', { time: time(previousSecretUntil) })}</p>
              <Button
                small
                className="justify-self-start"
                disabledReason={disabledReason}
                onClick={() => setAsking('end')}
              >
                {t('adminApplications.secret.end')}
              </Button>
            </InlineNotice>
          )}
          <Button disabledReason={disabledReason} onClick={() => setAsking('rotate')}>
            {t('adminApplications.secret.rotate')}
          </Button>
        </Card>
      )}
      {asking === 'rotate' && (
        <RotateSecretDialog
          mutation={rotate}
          overlap={overlap}
          onOverlapChange={setOverlap}
          onConfirm={() => rotate.mutate({ params, body: { overlapSeconds: Number(overlap) } })}
          onCancel={cancel}
        />
      )}
      {asking === 'end' && (
        <ConfirmAdminActionDialog
          title={t('adminApplications.secret.endTitle')}
          confirmLabel={t('adminApplications.secret.end')}
          mutation={end}
          onConfirm={() => end.mutate({ params })}
          onCancel={cancel}
        >
          {t('adminApplications.secret.endText')}
        </ConfirmAdminActionDialog>
      )}
    </PageSection>
  )
}

interface RotateSecretDialogProps extends Pick<
  ComponentProps<typeof ConfirmAdminActionDialog>,
  'mutation' | 'onCancel'
> {
  overlap: Overlap
  onOverlapChange: (overlap: Overlap) => void
  onConfirm: () => void
}

function RotateSecretDialog({ mutation, overlap, onOverlapChange, onConfirm, onCancel }: RotateSecretDialogProps) {
  const t = useTranslations()
  return (
    <ConfirmAdminActionDialog
      title={t('adminApplications.secret.rotateTitle')}
      confirmLabel={t('adminApplications.secret.rotate')}
      mutation={mutation}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-4">
        <p>{t('adminApplications.secret.rotateText')}</p>
        <SelectField
          label={t('adminApplications.secret.overlap')}
          value={overlap}
          options={overlapChoices.map((value) => ({
            value,
            label: t(`adminApplications.secret.overlaps.${value}`),
          }))}
          onChange={onOverlapChange}
        />
      </div>
    </ConfirmAdminActionDialog>
  )
}
