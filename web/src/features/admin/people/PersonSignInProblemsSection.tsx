// "Why can't this person sign in?": what stops them now, and the last refused attempts.
import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { personRefusalLimits } from '@countersign/api/server-limits'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { formatAddressWithEnsName } from '../../../ui/format-person-name.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { formatAuditApplicationName, formatAuditEventType } from '../activity/format-audit-entry.ts'
import { formatAuditRefusalReason } from '../activity/format-audit-reason.ts'
import { findRefusalNextStep } from './find-refusal-next-step.ts'
import type { PersonDetailsResponse } from './person-details-response-type.ts'

type SignInProblems = AdminApiEndpointOutput<'readPersonSignInProblems'>
type Refusal = SignInProblems['refusals'][number]

export function PersonSignInProblemsSection({ person }: { person: PersonDetailsResponse }) {
  const t = useTranslations()
  const problems = useAdminQuery('readPersonSignInProblems', { params: { id: person.id } })
  const { data, error } = problems
  if (error)
    return (
      <PageSection title={t('adminPeople.problems.title')}>
        <LoadErrorPanel problem={error.problem} onRetry={() => void problems.refetch()} />
      </PageSection>
    )
  if (!data || !(data.refusals.length > 0 || hasBlockers(person, data))) return null
  return (
    <PageSection title={t('adminPeople.problems.title')}>
      <Blockers person={person} problems={data} />
      <Refusals person={person} problems={data} />
    </PageSection>
  )
}

interface ProblemsProps {
  person: PersonDetailsResponse
  problems: SignInProblems
}

const isOnHold = ({ hold }: PersonDetailsResponse['walletList'][number]): boolean => hold !== null
const hasNoMethod = ({ status, walletList, passkeyList }: PersonDetailsResponse): boolean =>
  status === 'active' && walletList.length + passkeyList.length === 0

const hasBlockers = (person: PersonDetailsResponse, { closedApplications }: SignInProblems): boolean =>
  person.walletList.some(isOnHold) || closedApplications.length > 0 || hasNoMethod(person)

function Blockers({ person, problems }: ProblemsProps) {
  const t = useTranslations()
  if (!hasBlockers(person, problems)) return null
  return (
    <Card>
      <ul aria-label={t('adminPeople.problems.now')} className="divide-y divide-line">
        {hasNoMethod(person) && (
          <Blocker what={t('adminPeople.problems.noMethod')} step={t('adminPeople.problems.noMethodStep')} />
        )}
        {person.walletList.filter(isOnHold).map(({ id, address, name }) => (
          <Blocker
            key={id}
            what={t('adminPeople.problems.onHold', { wallet: formatAddressWithEnsName(address, name) })}
            step={t('adminPeople.problems.steps.confirmWallet')}
          />
        ))}
        {problems.closedApplications.map(({ id, name, missing, groups, signInMethods }) => (
          <Blocker
            key={id}
            what={
              <AdminPageLink href={adminPagePaths.application(id)}>{sanitizeDisplayText(name, 64) || id}</AdminPageLink>
            }
            step={
              missing === 'group' ? (
                <>
                  {t('adminPeople.problems.needsGroup', { count: groups.length })}{' '}
                  {groups.map((group, place) => (
                    <span key={group.id}>
                      {place > 0 && ', '}
                      <AdminPageLink href={adminPagePaths.group(group.id)}>
                        {sanitizeDisplayText(group.name, 80) || group.id}
                      </AdminPageLink>
                    </span>
                  ))}
                </>
              ) : (
                t('adminPeople.problems.needsMethod', {
                  methods: signInMethods.map((method) => t(`adminPeople.ways.${method}`)).join(', '),
                })
              )
            }
          />
        ))}
      </ul>
    </Card>
  )
}

function Blocker({ what, step }: { what: ReactNode; step: ReactNode }) {
  return (
    <li className="grid gap-0.5 px-4 py-2.5 sm:px-5">
      <p className="font-semibold [overflow-wrap:anywhere]">{what}</p>
      <p className="text-small text-soft [overflow-wrap:anywhere]">{step}</p>
    </li>
  )
}

function Refusals({ person, problems: { refusals, hasMore } }: ProblemsProps) {
  const t = useTranslations()
  const { days } = personRefusalLimits
  if (refusals.length === 0) return null
  return (
    <>
      <Card>
        <ol aria-label={t('adminPeople.problems.list', { days })} className="divide-y divide-line">
          {refusals.map((refusal) => (
            <RefusalRow key={refusal.sequence} person={person} refusal={refusal} />
          ))}
        </ol>
      </Card>
      {hasMore && (
        <p>
          <AdminPageLink href={adminPagePaths.activity({ person: person.id, outcome: 'refused' })}>
            {t('adminPeople.problems.more')}
          </AdminPageLink>
        </p>
      )}
    </>
  )
}

function RefusalRow({ person, refusal }: { person: PersonDetailsResponse; refusal: Refusal }) {
  const t = useTranslations()
  const { sequence, at, type, reason, application, address, networkPrefix, userAgent } = refusal
  const step = findRefusalNextStep(reason, person)
  const facts = [
    ...(type === 'sign_in.refused' ? [] : [formatAuditEventType(t, type)]),
    ...(application === null ? [] : [formatAuditApplicationName(application)]),
    ...(address === null ? [] : [shortenWalletAddress(sanitizeDisplayText(address, 90))]),
    ...(userAgent === null ? [] : [describeUserAgent(t, userAgent)]),
    ...(networkPrefix === null ? [] : [sanitizeDisplayText(networkPrefix, 60)]),
  ]
  return (
    <li className="grid gap-0.5 px-4 py-2.5 sm:px-5">
      <div className="flex items-baseline justify-between gap-x-4">
        <AdminPageLink
          href={adminPagePaths.event(sequence)}
          className="inline-flex min-h-6 items-center font-semibold text-ink decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {formatAuditRefusalReason(t, reason)}
        </AdminPageLink>
        <span className="shrink-0 text-small text-soft">
          <RelativeTime at={at} />
        </span>
      </div>
      {step !== null && <p className="text-small">{t(`adminPeople.problems.steps.${step}`)}</p>}
      <p className="text-caption text-soft [overflow-wrap:anywhere]">{facts.join('\u00A0· ')}</p>
    </li>
  )
}
