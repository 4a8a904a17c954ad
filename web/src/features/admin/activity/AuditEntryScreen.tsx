import type { ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import { translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { formatExactTime } from '../../../ui/format-time.ts'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { CopyField } from '../CopyField.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { getPersonLabel, PersonLink } from '../master-detail/PersonLink.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { auditLogFilterPatterns, buildAuditLogUrl } from './audit-log-url-filter.ts'
import type { AuditLogUrlFilter } from './audit-log-url-filter.ts'
import { isOwnAction } from './group-sign-in-entries.ts'
import {
  formatAuditApplicationName,
  formatAuditEventType,
  formatAuditTarget,
  formatProofMethod,
} from './format-audit-entry.ts'
import { FoldedPhoneSection } from './FoldedPhoneSection.tsx'
import { formatAuditEntryReason } from './format-audit-reason.ts'
import {
  AuditEntryActorName,
  AuditEntryApplicationName,
  AuditEntryNetworkAndBrowser,
  RefusedBadge,
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
        title={event.data ? formatEntryTitle(t, event.data) : t('adminActivity.title')}
        back={{ href: adminPagePaths.activity(), label: t('adminActivity.event.back') }}
      >
        <div className="flex min-h-8 items-center pointer-coarse:min-h-11">
          <p className="text-small text-soft">
            {t('adminActivity.event.title', {
              sequence: /^\d+$/.test(sequence)
                ? getNumberFormat(locale).format(Number(sequence))
                : sanitizeDisplayText(sequence, 20),
            })}
            {event.data && (
              <code className="ml-2 font-mono text-caption">{sanitizeDisplayText(event.data.type, 60)}</code>
            )}
          </p>
          {event.data && <NeighborLinks sequence={event.data.sequence} />}
        </div>
      </DetailScreenHeader>
      {event.error && <LoadErrorPanel problem={event.error.problem} onRetry={() => void event.refetch()} />}
      {event.data ? <AuditEntryContent event={event.data} /> : !event.error && <SkeletonRows />}
    </div>
  )
}

function formatEntryTitle(t: Translate, event: AuditEntryDetails): string {
  const { type, person, application } = event
  const who = person
    ? getPersonLabel(person)
    : application
      ? formatAuditApplicationName(application)
      : formatAuditTarget(t, event)
  return [formatAuditEventType(t, type), ...(who === null ? [] : [who])].join(': ')
}

function AuditEntryContent({ event }: { event: AuditEntryDetails }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const reason = formatAuditEntryReason(t, event)
  const { at, type, outcome, person, application, details, evidence, proof } = event
  return (
    <>
      <section aria-label={t('adminActivity.event.facts')}>
        <Card className="px-4 py-4 sm:px-5">
          <DescriptionList hasPhoneColumns>
            <DescriptionItem label={t('adminActivity.event.at')}>
              {formatExactTime(Date.parse(at), locale)}
            </DescriptionItem>
            <DescriptionItem label={t('adminActivity.event.outcome')}>
              {outcome === 'refused' ? (
                <RefusedBadge type={type} />
              ) : (
                <Badge>{t('adminActivity.outcomes.success')}</Badge>
              )}
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
            {!isOwnAction(event.actor, person) && (
              <DescriptionItem label={t('adminActivity.event.actor')}>
                <AuditEntryActorName event={event} />
              </DescriptionItem>
            )}
            {application && (
              <DescriptionItem label={t('adminActivity.event.application')}>
                <AuditEntryApplicationName application={application} />
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminActivity.event.from')}>
              <AuditEntryNetworkAndBrowser evidence={evidence} />
            </DescriptionItem>
          </DescriptionList>
          <SimilarEntryLinks event={event} />
        </Card>
      </section>
      <PageSection title={t('adminActivity.event.details')}>
        <EntryValues values={details} retention={t('adminActivity.event.detailsText')} />
      </PageSection>
      <PageSection title={t('adminActivity.event.evidence')}>
        {event.expiredBy !== null ? (
          <p>{t('adminActivity.event.letGo', { batch: getNumberFormat(locale).format(event.expiredBy) })}</p>
        ) : event.evidenceErased ? (
          <p>{t('adminActivity.event.erased')}</p>
        ) : (
          <EntryValues values={evidence} retention={t('adminActivity.event.evidenceText')} />
        )}
      </PageSection>
      {proof && <SignedProof proof={proof} at={at} />}
      <FoldedPhoneSection title={t('adminActivity.event.chain')}>
        <CopyField label={t('adminActivity.event.hash')} value={event.hash} />
        {event.previousHash !== '' && (
          <CopyField label={t('adminActivity.event.previous')} value={event.previousHash} />
        )}
      </FoldedPhoneSection>
    </>
  )
}

const neighborLinkClass =
  'grid size-8 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink pointer-coarse:size-11'

function NeighborLinks({ sequence }: { sequence: number }) {
  const t = useTranslations()
  return (
    <span className="ml-auto flex gap-1">
      {sequence > 1 && (
        <AdminPageLink
          href={adminPagePaths.event(sequence - 1)}
          label={t('adminActivity.event.before')}
          className={neighborLinkClass}
        >
          <Icon name="next" className="rotate-180" />
        </AdminPageLink>
      )}
      <AdminPageLink
        href={adminPagePaths.event(sequence + 1)}
        label={t('adminActivity.event.after')}
        className={neighborLinkClass}
      >
        <Icon name="next" />
      </AdminPageLink>
    </span>
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
    <section
      aria-label={t('adminActivity.event.alike.title')}
      className="mt-4 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-3 text-small"
    >
      <p className="text-soft">{t('adminActivity.event.alike.title')}:</p>
      {links.map(([label, view]) => (
        <AdminPageLink key={label} href={buildAuditLogUrl(view)}>
          {label}
        </AdminPageLink>
      ))}
    </section>
  )
}

/** Raw values; invisible and direction-changing characters are escaped (THREATS N4). */
function EntryValues({
  values,
  retention,
}: {
  values: Readonly<Record<string, string | number>>
  retention: string
}): ReactNode {
  const t = useTranslations()
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-small text-soft">{t('adminActivity.event.nothing')}</p>
  return (
    <Card>
      <dl className="divide-y divide-line text-small">
        {entries.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-0.5 px-4 py-2 sm:grid-cols-[13.75rem_minmax(0,1fr)] sm:items-baseline sm:px-5"
          >
            <EntryFieldName name={name} />
            <dd>
              {name === 'method' && signInMethodByProofMethod.has(String(value)) && (
                <span className="mr-2">{formatProofMethod(t, String(value))}</span>
              )}
              <code className="font-mono [overflow-wrap:anywhere] whitespace-pre-wrap">
                {escapeHiddenCharacters(String(value))}
              </code>
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line px-4 py-2 text-caption text-soft sm:px-5">{retention}</p>
    </Card>
  )
}

function EntryFieldName({ name }: { name: string }) {
  const label = translateKnownServerCode(useTranslations(), 'adminActivity.event.fields', name)
  return (
    <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
      {label}{' '}
      {label?.toLowerCase() !== name.toLowerCase() && (
        <code className="font-mono text-caption text-soft">{sanitizeDisplayText(name, 60)}</code>
      )}
    </dt>
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
    <FoldedPhoneSection title={t('adminActivity.event.proof')}>
      <Card className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <pre className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
          {escapeHiddenCharacters(message)}
        </pre>
        <CopyField label={t('adminActivity.event.signature')} value={escapeHiddenCharacters(signature)} />
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
    </FoldedPhoneSection>
  )
}
