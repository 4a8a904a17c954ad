// A page that can do nothing for whoever opened it: why, what to do, and the ways on. Trying again is offered where that
// can help.
import type { ProblemDetails } from '@countersign/api/problem-details'
import type { ReactNode } from 'react'
import type { NetworkProblem } from '../../api/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { NoticePage } from '../../ui/NoticePage.tsx'
import { getProblemMessage } from '../../ui/error-messages.ts'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useTranslations } from 'use-intl'

/** @param children the ways on */
export function ApiErrorPage({
  problem,
  onRetry,
  children,
}: {
  problem: ProblemDetails | NetworkProblem
  onRetry: () => void
  children: ReactNode
}) {
  const t = useTranslations()
  const { title, action } = getProblemMessage(t, problem)
  return (
    <PublicLayout>
      <NoticePage title={title} text={action}>
        {problem.retry && (
          <Button look="main" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )}
        {children}
      </NoticePage>
    </PublicLayout>
  )
}
