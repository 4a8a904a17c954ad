import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { ReactNode } from 'react'
import type { HttpConnectionProblem } from '../../api/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { FullPageNotice } from '../../ui/FullPageNotice.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { PublicPageLayout } from '../../ui/PublicPageLayout.tsx'
import { useTranslations } from 'use-intl'

export function FullPageApiError({
  problem,
  onRetry,
  children,
}: {
  problem: ProblemDetails | HttpConnectionProblem
  onRetry: () => void
  children: ReactNode
}) {
  const t = useTranslations()
  const { title, action } = getTranslatedProblemMessage(t, problem)
  return (
    <PublicPageLayout>
      <FullPageNotice title={title} text={action}>
        {problem.retry && (
          <Button look="main" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )}
        {children}
      </FullPageNotice>
    </PublicPageLayout>
  )
}
