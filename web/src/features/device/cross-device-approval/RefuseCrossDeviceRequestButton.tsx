import { callApi } from '../../../api/api-client.ts'
import { useSubmitChoiceOnce } from '../../applications/use-submit-choice-once.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { useTranslations } from 'use-intl'
import { dispatchIfCrossDeviceCodeEnded } from './dispatch-if-cross-device-code-ended.ts'
import type { CrossDeviceApprovalStepProps } from './cross-device-approval-reducer.ts'

interface RefuseCrossDeviceRequestButtonProps extends CrossDeviceApprovalStepProps {
  look?: 'quiet' | 'bare'
}

export function RefuseCrossDeviceRequestButton({
  asked: { code },
  dispatch,
  look = 'quiet',
}: RefuseCrossDeviceRequestButtonProps) {
  const t = useTranslations()
  const { busy, problem, decide } = useSubmitChoiceOnce<'refuse'>()
  return (
    <>
      {problem && <LoadErrorPanel problem={problem} />}
      <Button
        look={look}
        busyLabel={busy === null ? undefined : t('answering.refusing')}
        onClick={() =>
          void decide(
            'refuse',
            async () =>
              dispatchIfCrossDeviceCodeEnded(
                await callApi('refuseCrossDevice', { body: { code, isReported: true } }),
                dispatch,
              ),
            () => dispatch({ type: 'refused' }),
          )
        }
      >
        {t('answering.refuse')}
      </Button>
    </>
  )
}
