import { useTranslations } from 'use-intl'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { RefusedRequestDetails } from '../../refused-requests/RefusedRequestDetails.tsx'
import type { RefusedRequestProblem } from '../../refused-requests/RefusedRequestDetails.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'

const refreshIntervalMs = 10_000

export function ApplicationRefusedRequests({ id }: { id: string }) {
  const t = useTranslations()
  const query = useAdminQuery(
    'readApplicationProblems',
    { params: { application: id } },
    { everyMs: refreshIntervalMs },
  )
  const { data, error } = query
  return (
    <PageSection title={t('refusedRequests.title')}>
      <p className="max-w-[70ch] text-soft">{t('refusedRequests.about')}</p>
      {error && <LoadErrorPanel problem={error.problem} onRetry={() => void query.refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.problems.length === 0 && (
        <EmptyListPanel title={t('refusedRequests.none.title')}>
          <p>{t('refusedRequests.none.text')}</p>
        </EmptyListPanel>
      )}
      {data && data.problems.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {data.problems.map((problem) => (
            <li key={`${problem.caller} ${problem.requestId} ${problem.entry}`}>
              <RefusedRequestCard problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function RefusedRequestCard({ problem }: { problem: RefusedRequestProblem }) {
  const t = useTranslations()
  const { at, count, caller, endpoint, error, requestId } = problem
  return (
    <Card className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5">
      <div className="grid grid-cols-1 gap-1">
        <h3 className="font-mono text-small [overflow-wrap:anywhere]">{`${endpoint} · ${error}`}</h3>
        <p className="text-small text-soft">
          <RelativeTime at={at} /> · {t('refusedRequests.count', { count })} · {t(`refusedRequests.caller.${caller}`)}
        </p>
      </div>
      <RefusedRequestDetails problem={problem} />
      <p className="text-caption text-soft">
        {t('ui.requestId')} <code className="font-mono [overflow-wrap:anywhere] select-all">{requestId}</code>
      </p>
    </Card>
  )
}
