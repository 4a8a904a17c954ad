// Shows the details of the refused request to people who may read applications, in a trusted browser.
// In another browser, they see how to confirm it. All others see nothing.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { callAdminApi } from '../../api/admin-api-client.ts'
import { callApi } from '../../api/api-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { Card } from '../../ui/PageSection.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { RefusedRequestDetails } from './RefusedRequestDetails.tsx'
import type { RefusedRequestProblem } from './RefusedRequestDetails.tsx'

export function RefusedRequestOnErrorPage({ requestId }: { requestId: string }) {
  const t = useTranslations()
  const [problems, setProblems] = useState<FoundProblems>([])
  useEffect(() => {
    const leaving = new AbortController()
    void readProblems(requestId, leaving.signal).then((found) =>
      setProblems((now) => (leaving.signal.aborted ? now : found)),
    )
    return () => leaving.abort()
  }, [requestId])
  if (problems === 'browser-not-trusted')
    return (
      <DeveloperSection>
        <p className="text-small text-soft">{t('refusedRequests.browserNotTrusted')}</p>
        <p>
          <TextLink href={frontEndPagePaths.admin}>{t('refusedRequests.confirmBrowser')}</TextLink>
        </p>
      </DeveloperSection>
    )
  if (problems.length === 0) return null
  return (
    <DeveloperSection>
      <p className="text-small text-soft">{t('refusedRequests.onlyForRoles')}</p>
      {problems.map((problem) => (
        <Card key={problem.entry} className="grid grid-cols-1 gap-3 px-4 py-3">
          <h3 className="font-mono text-small">{`${problem.endpoint} · ${problem.error}`}</h3>
          <RefusedRequestDetails problem={problem} />
        </Card>
      ))}
    </DeveloperSection>
  )
}

function DeveloperSection({ children }: { children: ReactNode }) {
  const t = useTranslations()
  return (
    <section aria-label={t('refusedRequests.forDevelopers')} className="mb-2 grid grid-cols-1 gap-3 text-left">
      <h2 className="text-lead">{t('refusedRequests.forDevelopers')}</h2>
      {children}
    </section>
  )
}

type FoundProblems = readonly RefusedRequestProblem[] | 'browser-not-trusted'

async function readProblems(id: string, signal: AbortSignal): Promise<FoundProblems> {
  const session = await callApi('readSession', { signal })
  if (!session.ok || session.answer.person === null) return []
  const admin = await callAdminApi('readAdminSession', { signal })
  if (!admin.ok || !admin.answer.permissions.includes('applications.read')) return []
  if (!admin.answer.trusted) return 'browser-not-trusted'
  const found = await callAdminApi('readRefusedRequest', { params: { id }, signal })
  return found.ok ? found.answer.problems : []
}
