// Refuses and reports in one tap, wherever a person has their doubts.
import { call } from '../../../api/api.ts'
import { useDecision } from '../../applications/use-decision.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useTranslations } from 'use-intl'
import { hearOver } from './hear-over.ts'
import type { AnsweringPart } from './stage.ts'

interface RefuseButtonProps extends AnsweringPart {
  look?: 'quiet' | 'bare'
}

export function RefuseButton({ asked: { code }, dispatch, look = 'quiet' }: RefuseButtonProps) {
  const t = useTranslations()
  const { busy, problem, decide } = useDecision<'refuse'>()
  return (
    <>
      {problem && <ErrorState problem={problem} />}
      <Button
        look={look}
        busyLabel={busy === null ? undefined : t('answering.refusing')}
        onClick={() =>
          void decide(
            'refuse',
            async () => hearOver(await call('refuseCrossDevice', { body: { code, isReported: true } }), dispatch),
            () => dispatch({ type: 'refused' }),
          )
        }
      >
        {t('answering.refuse')}
      </Button>
    </>
  )
}
