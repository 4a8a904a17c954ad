import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { formatExactTime } from '../../../ui/format-time.ts'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { CopyField } from '../CopyField.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { Table } from '../Table.tsx'
import { useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { auditLogFilterPatterns, buildAuditLogUrl } from './audit-log-url-filter.ts'
import type { AuditLogUrlFilter } from './audit-log-url-filter.ts'
import { formatProofMethod, formatAuditEventType } from './format-audit-entry.ts'
import { formatAuditEntryReason } from './format-audit-reason.ts'
import {
  AuditEntryActorName,
  AuditEntryApplicationName,
  AuditEntryNetworkAndBrowser,
} from './use-audit-log-columns.tsx'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

type AuditEntryDetails = AdminApiEndpointOutput<'readEvent'>

export function AuditEntryScreen() {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const sequence = useItemIdFromUrlPath()
  const event = useAdminQuery('readEvent', { params: { sequence } })
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailScreenHeader
        title={t('adminActivity.event.title', {
          sequence: /^\d+$/.test(sequence)
            ? getNumberFormat(locale).format(Number(sequence))
            : sanitizeDisplayText(sequence, 20),
        })}
        back={{ href: adminPagePaths.activity(), label: t('adminActivity.event.back') }}
      />
      {event.error && <LoadErrorPanel problem={event.error.problem} onRetry={() => void event.refetch()} />}
      {event.data ? <AuditEntryContent event={event.data} /> : !event.error && <SkeletonRows />}
    </div>
  )
}

function AuditEntryContent({ event }: { event: AuditEntryDetails }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const reason = formatAuditEntryReason(t, event)
  const { at, type, outcome, person, application, details, evidence, proof, sequence } = event
  return (
    <>
      <PageSection title={t('adminActivity.event.facts')}>
        <Card className="px-4 py-4 sm:px-5">
          <DescriptionList>
            <DescriptionItem label={t('adminActivity.event.type')}>
              {formatAuditEventType(t, type)}
              <span className="block font-mono text-caption text-soft">{sanitizeDisplayText(type, 60)}</span>
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.at')}>
              {formatExactTime(Date.parse(at), locale)}
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.outcome')}>
              {t(`adminActivity.outcomes.${outcome}`)}
            </DescriptionItem>
            {reason !== null && (
              <DescriptionItem label={t('adminActivity.event.reason')}>
                {reason}
                <span className="block font-mono text-caption text-soft">
                  {sanitizeDisplayText(String(details['reason']), 120)}
                </span>
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminActivity.event.person')}>
              {person && <PersonLink person={person} />}
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.actor')}>
              <AuditEntryActorName event={event} />
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.from')}>
              <AuditEntryNetworkAndBrowser evidence={evidence} />
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.application')}>
              {application && <AuditEntryApplicationName application={application} />}
            </DescriptionItem>
          </DescriptionList>
        </Card>
      </PageSection>
      <PageSection title={t('adminActivity.event.details')}>
        <p className="text-small text-soft">{t('adminActivity.event.detailsText')}</p>
        <EntryValues label={t('adminActivity.event.details')} values={details} />
      </PageSection>
      <PageSection title={t('adminActivity.event.evidence')}>
        {event.expiredBy !== null ? (
          <p>{t('adminActivity.event.letGo', { batch: getNumberFormat(locale).format(event.expiredBy) })}</p>
        ) : event.evidenceErased ? (
          <p>{t('adminActivity.event.erased')}</p>
        ) : (
          <EntryValues label={t('adminActivity.event.evidence')} values={evidence} />
        )}
      </PageSection>
      {proof && <SignedProof proof={proof} at={at} />}
      <SimilarEntryLinks event={event} />
      <PageSection title={t('adminActivity.event.chain')}>
        <CopyField label={t('adminActivity.event.hash')} value={event.hash} />
        {event.previousHash !== '' && (
          <CopyField label={t('adminActivity.event.previous')} value={event.previousHash} />
        )}
        <p className="flex flex-wrap gap-4">
          {sequence > 1 && (
            <AdminPageLink href={adminPagePaths.event(sequence - 1)}>{t('adminActivity.event.before')}</AdminPageLink>
          )}
          <AdminPageLink href={adminPagePaths.event(sequence + 1)}>{t('adminActivity.event.after')}</AdminPageLink>
        </p>
      </PageSection>
    </>
  )
}

function SimilarEntryLinks({
  event: { type, person, actor, application, details, evidence },
}: {
  event: AuditEntryDetails
}) {
  const t = useTranslations()
  const { address, networkPrefix } = evidence
  const { reason } = details
  const links: readonly (readonly [label: string, view: AuditLogUrlFilter])[] = [
    [t('adminActivity.event.alike.type'), { type }],
    ...(person ? [[t('adminActivity.event.alike.person'), { person: person.id }] as const] : []),
    ...('id' in actor && actor.id !== person?.id
      ? [[t('adminActivity.event.alike.actor'), { actor: actor.id }] as const]
      : []),
    ...(application ? [[t('adminActivity.event.alike.application'), { application: application.id }] as const] : []),
    ...(address !== undefined && auditLogFilterPatterns.address.test(address)
      ? [[t('adminActivity.event.alike.address'), { address }] as const]
      : []),
    ...(networkPrefix !== undefined && auditLogFilterPatterns.network.test(networkPrefix)
      ? [[t('adminActivity.event.alike.network'), { network: networkPrefix }] as const]
      : []),
    ...(typeof reason === 'string' && auditLogFilterPatterns.reason.test(reason)
      ? [[t('adminActivity.event.alike.reason'), { reason }] as const]
      : []),
  ]
  return (
    <PageSection title={t('adminActivity.event.alike.title')}>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {links.map(([label, view]) => (
          <AdminPageLink key={label} href={buildAuditLogUrl(view)}>
            {label}
          </AdminPageLink>
        ))}
      </p>
    </PageSection>
  )
}

/** Raw values; invisible and direction-changing characters are escaped (THREATS N4). */
function EntryValues({
  label,
  values,
}: {
  label: string
  values: Readonly<Record<string, string | number>>
}): ReactNode {
  const t = useTranslations()
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-small text-soft">{t('adminActivity.event.nothing')}</p>
  return (
    <Table
      label={label}
      items={entries}
      getKey={([name]) => name}
      columns={[
        {
          id: 'name',
          head: t('adminActivity.event.name'),
          isRowHeader: true,
          cell: ([name]) => <code className="font-mono text-caption">{sanitizeDisplayText(name, 60)}</code>,
        },
        {
          id: 'value',
          head: t('adminActivity.event.value'),
          isWide: true,
          cell: ([, value]) => (
            <code className="font-mono text-small break-all whitespace-pre-wrap">
              {escapeHiddenCharacters(String(value))}
            </code>
          ),
        },
      ]}
    />
  )
}

const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

const escapeHiddenCharacters = (text: string): string =>
  text.replace(hiddenCharacters, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

function SignedProof({ proof, at }: { proof: NonNullable<AuditEntryDetails['proof']>; at: string }) {
  const t = useTranslations()
  const { message, signature, method } = proof
  return (
    <PageSection title={t('adminActivity.event.proof')}>
      <Card className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <pre className="font-serif text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
          {escapeHiddenCharacters(message)}
        </pre>
        <p className="font-mono text-caption break-all text-soft">{escapeHiddenCharacters(signature)}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {method !== '' && (
            <span className="text-small text-soft">
              {t('adminActivity.event.method')}: {formatProofMethod(t, method)}{' '}
              <code className="font-mono">({sanitizeDisplayText(method, 40)})</code>
            </span>
          )}
          <TextLink href={frontEndPagePaths.inspector({ message, signature, at })}>
            {t('adminActivity.event.inspect')}
          </TextLink>
        </p>
      </Card>
    </PageSection>
  )
}
