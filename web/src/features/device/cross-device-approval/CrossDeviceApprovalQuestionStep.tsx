import { DecorativeWaveBorder } from '../../../ui/DecorativeWaveBorder.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { UnregisteredApplicationNotice } from '../../applications/UnregisteredApplicationNotice.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Identicon } from '../../../ui/Identicon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { siteBranding } from '../../../api/apply-site-branding.ts'
import { useTranslations } from 'use-intl'
import { DeviceRequestDetailRow } from '../DeviceRequestDetails.tsx'
import { RefuseCrossDeviceRequestButton } from './RefuseCrossDeviceRequestButton.tsx'
import type { CrossDeviceApprovalStepProps, OpenedCrossDeviceRequest } from './cross-device-approval-reducer.ts'
import { getApplicationNameOrHost } from './get-application-name-or-host.ts'
import { useCountdownSeconds, formatCountdown } from '../../sign-in/proof-flow/use-countdown-seconds.ts'

interface CrossDeviceApprovalQuestionProps extends CrossDeviceApprovalStepProps {
  isSignedIn: boolean | null
}

export function CrossDeviceApprovalQuestionStep({ asked, isSignedIn, dispatch }: CrossDeviceApprovalQuestionProps) {
  const t = useTranslations()
  const { purpose, application, isThisBrowser } = asked
  const title = t(`answering.title.${purpose}`, {
    to: getApplicationNameOrHost(asked),
    where: isThisBrowser ? t('answering.here') : t('answering.elsewhere'),
  })
  return (
    <div className="grid gap-5">
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div className="flex items-center gap-4 px-5 pt-4 pb-5">
          {application ? <ApplicationAvatar application={application} size={64} /> : <SiteLogo />}
          <PageHeading title={title} className="min-w-0 text-title [overflow-wrap:anywhere]" />
        </div>
        {application && <UnregisteredApplicationNotice application={application} />}
        <CrossDeviceRequestDetails asked={asked} />
        <div className="grid gap-1 border-t border-line px-5 py-4 text-small">
          <p>{t(`answering.means.${purpose}`)}</p>
          {purpose === 'sign-in' && (isThisBrowser || isSignedIn !== null) && (
            <p className="text-soft">
              {isThisBrowser
                ? t('answering.sameBrowser')
                : isSignedIn
                  ? t('answering.unchanged')
                  : t('answering.staysOut')}
            </p>
          )}
        </div>
      </Card>
      <InlineNotice tone="attention" title={t('answering.sent')}>
        <p>{t('answering.sentText')}</p>
      </InlineNotice>
      <div className="grid gap-2">
        <Button look="main" onClick={() => dispatch({ type: 'continue' })}>
          {t('answering.goOn')}
        </Button>
        <RefuseCrossDeviceRequestButton asked={asked} dispatch={dispatch} />
      </div>
    </div>
  )
}

function SiteLogo() {
  const mark = siteBranding?.logo ?? null
  if (mark === null) return <Identicon identifier="countersign" size={64} />
  return <img src={mark} alt="" width={64} height={64} className="shrink-0" />
}

function CrossDeviceRequestDetails({ asked }: { asked: OpenedCrossDeviceRequest }) {
  const t = useTranslations()
  const { userAgent, networkPrefix, sameNetwork, isKnown, isThisBrowser, requestedAt, expiresAt } = asked
  const mark = isThisBrowser ? t('answering.thisBrowser') : isKnown ? t('answering.yours') : null
  return (
    <dl className="grid gap-1 border-t border-line px-5 py-4 text-small">
      <DeviceRequestDetailRow label={t('applications.device.from')}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {describeUserAgent(t, userAgent, t('applications.device.unknownDevice'))}
          {mark !== null && <Badge>{mark}</Badge>}
        </span>
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('applications.device.network')}>
        <span className="font-mono text-caption [overflow-wrap:anywhere]">{networkPrefix}</span>
        {sameNetwork !== null && (
          <span className={sameNetwork ? 'text-soft' : 'font-semibold text-amber'}>
            {' · '}
            {sameNetwork ? t('answering.sameNetwork') : t('answering.otherNetwork')}
          </span>
        )}
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('applications.device.when')}>
        <RelativeTime at={requestedAt} />
      </DeviceRequestDetailRow>
      <DeviceRequestDetailRow label={t('answering.left')}>
        <TimeLeft until={expiresAt} />
      </DeviceRequestDetailRow>
    </dl>
  )
}

/** @param until time in milliseconds, on this device's clock */
function TimeLeft({ until }: { until: number }) {
  const seconds = useCountdownSeconds(until)
  return <span className="tabular-nums">{formatCountdown(seconds)}</span>
}
