import { useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { StepUpContext } from './step-up-context.ts'
import { useApplyStepUpSession } from './use-apply-step-up-session.ts'

const LazyStepUpForm = createLazyComponent(async () => (await import('./StepUpForm.tsx')).StepUpForm, {
  messages: ['sign-in'],
})

export function StepUpProvider({ children }: { children: ReactNode }) {
  const take = useApplyStepUpSession()
  const [isAsking, setIsAsking] = useState(false)
  /** All callers that are waiting. Simultaneous refusals open only one dialog. */
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])

  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve)
        setIsAsking(true)
      }),
    [],
  )
  const answer = (isConfirmed: boolean) => {
    setIsAsking(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
  }
  const confirm = (signedIn: ApiEndpointOutput<'stepUp'>) => {
    take(signedIn)
    answer(true)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      {isAsking && <StepUpDialog onConfirmed={confirm} onDismiss={() => answer(false)} />}
    </StepUpContext>
  )
}

interface StepUpDialogProps {
  onConfirmed: (signedIn: ApiEndpointOutput<'stepUp'>) => void
  onDismiss: () => void
}

function StepUpDialog({ onConfirmed, onDismiss }: StepUpDialogProps) {
  const t = useTranslations()
  return (
    <Dialog title={t('stepUp.title')} onClose={onDismiss}>
      <p className="text-soft">{t('stepUp.text')}</p>
      <LazyStepUpForm onConfirmed={onConfirmed} />
    </Dialog>
  )
}
