// Warns people who got the device's code from someone else (RFC 8628 §5.4).
import { useState } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { callApi } from '../../api/api-client.ts'
import { ConsentEmailField } from '../email/ConsentEmailField.tsx'
import { ApplicationPolicyLinks } from '../applications/ApplicationPolicyLinks.tsx'
import { ApplicationAvatar } from '../applications/ApplicationAvatar.tsx'
import {
  getInitialWithheldScopes,
  isUsernameSharedByConsent,
  toggleWithheldScope,
} from '../applications/toggle-withheld-consent-scopes.ts'
import { ConsentItems } from '../applications/ConsentItems.tsx'
import {
  buildConsentAnswerRequest,
  isSignedMessageSharedByConsent,
  isWalletSharedByConsent,
} from '../applications/build-consent-answer-request.ts'
import { ConsentWalletChoice } from '../applications/ConsentWalletChoice.tsx'
import { SubmittedChoiceErrorNotice } from '../applications/SubmittedChoiceErrorNotice.tsx'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { UnregisteredApplicationNotice } from '../applications/UnregisteredApplicationNotice.tsx'
import { useRequiredConsentProfileFields } from '../applications/use-required-consent-profile-fields.tsx'
import { useSubmitChoiceOnce } from '../applications/use-submit-choice-once.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { ConsentUsernameField } from '../usernames/ConsentUsernameField.tsx'
import { useConsentUsernameField } from '../usernames/use-consent-username-field.ts'
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
  const { userCode, application, items, resources, consentFingerprint, wallet: offer } = request
  const [withheld, setWithheld] = useState(() => getInitialWithheldScopes(items))
  const [wallet, setWallet] = useState(offer?.chosen ?? null)
  const { busy, problem, decide } = useSubmitChoiceOnce<'approve' | 'deny'>()
  const username = useConsentUsernameField(items.some(({ scope }) => scope === 'user_name'))
  const missing = useRequiredConsentProfileFields(items)
  const name = formatApplicationName(application)
  // Sharing nothing counts as a refusal, because the device would get nothing.
  const leavesNothing =
    items.length > 0 && resources.length === 0 && items.every(({ scope }) => withheld.includes(scope))
  return (
    <div className="grid gap-5">
      <Card className="overflow-hidden">
        <DeviceRequestHeader application={application} userCode={userCode} />
        <DeviceRequestDetails request={request} />
        <UnregisteredApplicationNotice application={application} />
        <ConsentItems
          application={name}
          items={items}
          resources={resources}
          withheld={withheld}
          {...(request.groups !== undefined && { groups: request.groups })}
          below={{
            ...missing.below,
            user_name: <ConsentUsernameField first={username} />,
            email: <ConsentEmailField signIn={frontEndPagePaths.signIn(frontEndPagePaths.device(userCode))} />,
          }}
          onToggle={(scope) => setWithheld(toggleWithheldScope(items, withheld, scope))}
        />
        {isWalletSharedByConsent(offer, withheld) && (
          <ConsentWalletChoice
            application={name}
            offer={offer}
            chosen={wallet}
            isProofShared={isSignedMessageSharedByConsent(items, withheld)}
            onChoose={setWallet}
          />
        )}
        <ApplicationPolicyLinks links={request.links} />
      </Card>
      {!request.sameNetwork && (
        <InlineNotice tone="attention" title={t('applications.device.otherNetwork')}>
          <p>{t('applications.device.otherNetworkText')}</p>
        </InlineNotice>
      )}
      <SubmittedChoiceErrorNotice
        problem={problem}
        signIn={frontEndPagePaths.signIn(frontEndPagePaths.device(userCode))}
      />
      <DeviceDecisionButtons
        busy={busy}
        isNameUnseen={username.isReading && isUsernameSharedByConsent(items, withheld)}
        onApprove={() =>
          !missing.isIncomplete() &&
          decide(
            'approve',
            async () => {
              const named = isUsernameSharedByConsent(items, withheld) ? await username.chooseIfMissing() : null
              if (named !== null && !named.ok) return named
              const saved = await missing.save()
              if (saved !== null && !saved.ok) return saved
              return callApi('approveDevice', {
                body: { userCode, ...buildConsentAnswerRequest(consentFingerprint, offer, withheld, wallet) },
              })
            },
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
