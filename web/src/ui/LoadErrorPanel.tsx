import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../api/api-client.ts'
import { Button } from './Button.tsx'
import { InlineNotice } from './InlineNotice.tsx'
import { focusPageHeading } from './focus-page-heading.ts'
import { getTranslatedProblemMessage } from './get-translated-error-message.ts'
import { useTranslations } from 'use-intl'

interface ErrorStateProps {
  problem: ProblemDetails | HttpConnectionProblem
  onRetry?: (() => void) | undefined
}

export function LoadErrorPanel({ problem, onRetry }: ErrorStateProps) {
  const t = useTranslations()
  const { title, action } = getTranslatedProblemMessage(t, problem)
  const wait = 'retryAfterSeconds' in problem ? (problem.retryAfterSeconds ?? 0) : 0
  return (
    <InlineNotice tone="failure" title={title}>
      <p>{action}</p>
      {onRetry && problem.retry && <RetryButton key={wait} seconds={wait} onRetry={onRetry} />}
      {'instance' in problem && (
        <p className="text-caption">
          {t('ui.requestId')} <code className="font-mono [overflow-wrap:anywhere] select-all">{problem.instance}</code>
        </p>
      )}
    </InlineNotice>
  )
}

/** Disabled for as long as the server asked the client to wait. */
function RetryButton({ seconds, onRetry }: { seconds: number; onRetry: () => void }) {
  const t = useTranslations()
  const [left, setLeft] = useState(seconds)
  const button = useRef<HTMLButtonElement>(null)
  useRestoreFocusOnRemoval(button)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button
      ref={button}
      className="justify-self-start"
      busyLabel={left > 0 ? t('ui.tryAgainIn', { seconds: left }) : undefined}
      onClick={onRetry}
    >
      {t('ui.tryAgain')}
    </Button>
  )
}

/** The heading is looked up after the removal, because it may have been replaced. */
function useRestoreFocusOnRemoval(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (own === null || document.activeElement !== own) return
      const dialog = own.closest('dialog')
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const heading = dialog?.querySelector<HTMLElement>('h2[tabindex]')
        if (heading) heading.focus()
        else focusPageHeading()
      })
    }
  }, [element])
}
