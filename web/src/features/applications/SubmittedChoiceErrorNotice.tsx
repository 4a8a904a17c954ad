import { useEffect } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../../api/api-client.ts'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { useTranslations } from 'use-intl'

export function SubmittedChoiceErrorNotice({
  problem,
  signIn,
}: {
  problem: ProblemDetails | HttpConnectionProblem | null
  signIn: string
}) {
  const t = useTranslations()
  const isSignedOut = problem?.code === 'session.required'
  useEffect(() => {
    if (isSignedOut) location.assign(signIn)
  }, [isSignedOut, signIn])
  if (problem === null) return null
  const { title, action } = getTranslatedProblemMessage(t, problem)
  return (
    <InlineNotice tone="failure" title={title}>
      <p>{action}</p>
    </InlineNotice>
  )
}
