// Confirms `countersign login`. It gives a terminal the rights of an administrator, so the page says
// what the token can do, and asks for the code and a fresh proof (THREATS N23).
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../api/api-client.ts'
import { createQueryClient } from '../../../api/query-client.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import { Button } from '../../../ui/Button.tsx'
import { DecorativeWaveBorder } from '../../../ui/DecorativeWaveBorder.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { SubmittedChoiceErrorNotice } from '../../applications/SubmittedChoiceErrorNotice.tsx'
import { useSubmitChoiceOnce } from '../../applications/use-submit-choice-once.ts'
import { StepUpForm } from '../../sign-in/step-up/StepUpForm.tsx'
import { DeviceRequestDetails } from '../DeviceRequestDetails.tsx'
import { describeCommandLineProgram } from './describe-command-line-program.ts'

type LoginRequest = ApiEndpointOutput<'readLoginRequest'>

interface LoginApprovalProps {
  request: LoginRequest
  onDone: (how: 'login-approved' | 'login-denied') => void
}

export function LoginApprovalFlow({ request, onDone }: LoginApprovalProps) {
  const t = useTranslations()
  const [queryClient] = useState(createQueryClient)
  const { busy, problem, decide } = useSubmitChoiceOnce<'approve' | 'deny'>()
  const [isProofNeeded, setIsProofNeeded] = useState(false)
  const { userCode, machine, userAgent, sameNetwork } = request
  const body = { userCode }

  function approve() {
    setIsProofNeeded(false)
    void decide(
      'approve',
      async () => {
        const result = await callApi('approveLoginRequest', { body })
        if (!result.ok && result.problem.code === 'step_up.required') setIsProofNeeded(true)
        return result
      },
      () => onDone('login-approved'),
    )
  }

  return (
    <div className="grid gap-5">
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div className="px-5 pt-4 pb-5">
          <PageHeading
            title={t('loginApproval.title', { machine: sanitizeDisplayText(machine, 64) })}
            className="min-w-0 text-title [overflow-wrap:anywhere]"
          />
        </div>
        <div className="grid gap-1 border-t border-line px-5 py-4 text-center">
          <p className="text-small text-soft">{t('loginApproval.compare')}</p>
          <p translate="no" className="font-mono text-title tracking-widest sm:text-display [overflow-wrap:anywhere]">
            {userCode}
          </p>
        </div>
        <DeviceRequestDetails request={request} program={describeCommandLineProgram(t, userAgent)} />
        <LoginTokenRights request={request} />
      </Card>
      <InlineNotice tone="attention" title={t('loginApproval.onlyYours')}>
        <p>{t(sameNetwork ? 'loginApproval.onlyYoursText' : 'loginApproval.otherNetworkText')}</p>
      </InlineNotice>
      {isProofNeeded ? (
        <Card className="grid gap-4 px-5 py-5">
          <h2 className="text-title">{t('stepUp.title')}</h2>
          <p className="text-soft">{t('loginApproval.proof')}</p>
          <QueryClientProvider client={queryClient}>
            <StepUpForm onConfirmed={approve} />
          </QueryClientProvider>
        </Card>
      ) : (
        <SubmittedChoiceErrorNotice
          problem={problem}
          signIn={frontEndPagePaths.signIn(frontEndPagePaths.device(userCode))}
        />
      )}
      <div className="grid gap-2">
        {!isProofNeeded && (
          <Button
            look="main"
            busyLabel={busy === 'approve' ? t('loginApproval.approving') : undefined}
            onClick={approve}
          >
            {t('loginApproval.approve')}
          </Button>
        )}
        <Button
          busyLabel={busy === 'deny' ? t('applications.device.denying') : undefined}
          onClick={() =>
            decide(
              'deny',
              () => callApi('denyLoginRequest', { body }),
              () => onDone('login-denied'),
            )
          }
        >
          {t('applications.device.deny')}
        </Button>
      </div>
    </div>
  )
}

function LoginTokenRights({ request: { permissions, lifetimeSeconds } }: { request: LoginRequest }) {
  const t = useTranslations()
  return (
    <div className="grid gap-2 border-t border-line px-5 py-4 text-small">
      <p className="font-semibold">{t('loginApproval.rights', { hours: Math.ceil(lifetimeSeconds / 3600) })}</p>
      <ul className="grid list-disc gap-1 pl-5">
        {permissions.map((permission) => (
          <li key={permission}>{translateKnownServerCode(t, 'adminTokens.permissions', permission) ?? permission}</li>
        ))}
      </ul>
      <p className="text-soft">{t('loginApproval.never')}</p>
    </div>
  )
}
