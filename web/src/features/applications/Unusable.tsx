// A page that can do nothing for whoever opened it: why, what to do, and the ways on. Trying again is offered where that
// can help.
import type { Problem } from '@countersign/api/problem'
import type { ReactNode } from 'react'
import type { ClientProblem } from '../../api/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

/** @param children the ways on */
export function Unusable({
  problem,
  onRetry,
  children,
}: {
  problem: Problem | ClientProblem
  onRetry: () => void
  children: ReactNode
}) {
  const t = useTranslations()
  const { title, action } = problemWords(t, problem)
  return (
    <PublicLayout>
      <Message title={title} text={action}>
        {problem.retry && (
          <Button look="main" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )}
        {children}
      </Message>
    </PublicLayout>
  )
}
