// Warns people who got the device's code from someone else (RFC 8628 §5.4).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import { ApplicationPolicyLinks } from '../applications/ApplicationPolicyLinks.tsx'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import { SubmittedChoiceErrorNotice } from '../applications/SubmittedChoiceErrorNotice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { UnregisteredApplicationNotice } from '../applications/UnregisteredApplicationNotice.tsx'
import { useConsentAnswer } from '../consent/use-consent-answer.tsx'
import { useSubmitChoiceOnce } from '../applications/use-submit-choice-once.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { DeviceRequestDetails } from './DeviceRequestDetails.tsx'

type DeviceRequest = ApiEndpointOutput<'readDeviceRequest'>

interface DeviceApprovalFormProps {
  request: DeviceRequest
  onDone: (how: 'approved' | 'denied') => void
  onOtherCode: () => void
}

export function DeviceApprovalForm({ request, onDone, onOtherCode }: DeviceApprovalFormProps) {
  const t = useTranslations()
  const { userCode, application, items, resources } = request
  const signIn = frontEndPagePaths.signIn(frontEndPagePaths.device(userCode))
  const { busy, problem, decide } = useSubmitChoiceOnce<'approve' | 'deny'>()
  const answer = useConsentAnswer(request, signIn)
  // Sharing nothing counts as a refusal, because the device would get nothing.
  const leavesNothing =
    items.length > 0 && resources.length === 0 && items.every(({ scope }) => answer.withheld.includes(scope))
  return (
    <div className="grid gap-5">
      <Card className="overflow-hidden">
        <DeviceRequestHeader application={application} userCode={userCode} />
        <DeviceRequestDetails request={request} />
        {!request.sameNetwork && (
          <div className="border-t border-line px-5 py-3">
            <InlineNotice tone="attention" title={t('applications.device.otherNetwork')}>
              <p>{t('applications.device.otherNetworkText')}</p>
            </InlineNotice>
          </div>
        )}
        <UnregisteredApplicationNotice application={application} />
        {answer.choice}
        <ApplicationPolicyLinks links={request.links} />
      </Card>
      <SubmittedChoiceErrorNotice problem={problem} signIn={signIn} />
      <DeviceDecisionButtons
        busy={busy}
        isNameUnseen={answer.isUsernameUnseen}
        onApprove={() =>
          !answer.isIncomplete() &&
          decide(
            'approve',
            () => answer.submit((body) => callApi('approveDevice', { body: { userCode, ...body } })),
            () => onDone(leavesNothing ? 'denied' : 'approved'),
          )
        }
        onDeny={() =>
          decide(
            'deny',
            () => callApi('denyDevice', { body: { userCode } }),
            () => onDone('denied'),
          )
        }
        onOtherCode={problem ? onOtherCode : null}
      />
    </div>
  )
}

function DeviceRequestHeader({ application, userCode }: Pick<DeviceRequest, 'application' | 'userCode'>) {
  const t = useTranslations()
  return (
    <>
      <DecorativeWaveBorder className="text-seal opacity-45" />
      <div translate="no" className="flex items-center gap-4 px-5 pt-4 pb-5">
        <ApplicationAvatar application={application} size={64} />
        <PageHeading
          title={t('applications.device.asks', { application: formatApplicationName(application) })}
          className="min-w-0 text-title [overflow-wrap:anywhere]"
        />
      </div>
      <div className="grid gap-1 border-t border-line px-5 py-4 text-center">
        <p className="text-small text-soft">{t('applications.device.compare')}</p>
        <p translate="no" className="font-mono text-title tracking-widest sm:text-display [overflow-wrap:anywhere]">
          {userCode}
        </p>
      </div>
    </>
  )
}

interface DeviceDecisionButtonsProps {
  busy: 'approve' | 'deny' | null
  /** A username is permanent, so the buttons wait until it has been shown. */
  isNameUnseen: boolean
  onApprove: () => void
  onDeny: () => void
  onOtherCode: (() => void) | null
}

function DeviceDecisionButtons({ busy, isNameUnseen, onApprove, onDeny, onOtherCode }: DeviceDecisionButtonsProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-2">
      <Button
        look="main"
        busyLabel={
          busy === 'approve'
            ? t('applications.device.approving')
            : isNameUnseen
              ? t('applications.device.approve')
              : undefined
        }
        onClick={onApprove}
      >
        {t('applications.device.approve')}
      </Button>
      <Button busyLabel={busy === 'deny' ? t('applications.device.denying') : undefined} onClick={onDeny}>
        {t('applications.device.deny')}
      </Button>
      {onOtherCode !== null && (
        <Button look="bare" onClick={onOtherCode}>
          {t('applications.device.anotherCode')}
        </Button>
      )}
    </div>
  )
}
