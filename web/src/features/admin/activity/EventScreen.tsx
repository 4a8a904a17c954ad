// One line of the activity in full: what it says, all that it keeps, what was signed, and its place in the chain.
import type { ReactNode } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { paths } from '../../../api/paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { exactTime } from '../../../ui/relative-time.ts'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { CopyField } from '../CopyField.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { PersonLink } from '../workbench/PersonLink.tsx'
import { useAdminQuery } from '../queries.ts'
import { Table } from '../Table.tsx'
import { usePathId } from '../workbench/use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { activityForms, addressOfView } from './activity-view.ts'
import type { ActivityView } from './activity-view.ts'
import { sayMethod, sayType } from './say-event.ts'
import { sayReason } from './say-reason.ts'
import { ActorName, ApplicationName, FromWhere } from './use-event-columns.tsx'
import { numberFormat } from '../../../ui/formats.ts'

type EventInFull = AdminAnswer<'readEvent'>

export function EventScreen() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const sequence = usePathId()
  const event = useAdminQuery('readEvent', { params: { sequence } })
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={t('adminActivity.event.title', {
          sequence: /^\d+$/.test(sequence) ? numberFormat(locale).format(Number(sequence)) : cleanText(sequence, 20),
        })}
        back={{ href: adminPaths.activity(), label: t('adminActivity.event.back') }}
      />
      {event.error && <ErrorState problem={event.error.problem} onRetry={() => void event.refetch()} />}
      {event.data ? <Content event={event.data} /> : !event.error && <SkeletonRows />}
    </div>
  )
}

function Content({ event }: { event: EventInFull }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const reason = sayReason(t, event)
  const { at, type, outcome, person, application, details, evidence, proof, sequence } = event
  return (
    <>
      <Section title={t('adminActivity.event.facts')}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={t('adminActivity.event.type')}>
              {sayType(t, type)}
              <span className="block font-mono text-caption text-soft">{cleanText(type, 60)}</span>
            </Fact>
            <Fact label={t('adminActivity.event.at')}>{exactTime(Date.parse(at), locale)}</Fact>
            <Fact label={t('adminActivity.event.outcome')}>{t(`adminActivity.outcomes.${outcome}`)}</Fact>
            {reason !== null && (
              <Fact label={t('adminActivity.event.reason')}>
                {reason}
                <span className="block font-mono text-caption text-soft">
                  {cleanText(String(details['reason']), 120)}
                </span>
              </Fact>
            )}
            <Fact label={t('adminActivity.event.person')}>{person && <PersonLink person={person} />}</Fact>
            <Fact label={t('adminActivity.event.actor')}>
              <ActorName event={event} />
            </Fact>
            <Fact label={t('adminActivity.event.from')}>
              <FromWhere evidence={evidence} />
            </Fact>
            <Fact label={t('adminActivity.event.application')}>
              {application && <ApplicationName application={application} />}
            </Fact>
          </Facts>
        </Sheet>
      </Section>
      <Section title={t('adminActivity.event.details')}>
        <p className="text-small text-soft">{t('adminActivity.event.detailsText')}</p>
        <Values label={t('adminActivity.event.details')} values={details} />
      </Section>
      <Section title={t('adminActivity.event.evidence')}>
        {event.letGoBy !== null ? (
          <p>{t('adminActivity.event.letGo', { batch: numberFormat(locale).format(event.letGoBy) })}</p>
        ) : event.evidenceErased ? (
          <p>{t('adminActivity.event.erased')}</p>
        ) : (
          <Values label={t('adminActivity.event.evidence')} values={evidence} />
        )}
      </Section>
      {proof && <Proof proof={proof} at={at} />}
      <Alike event={event} />
      <Section title={t('adminActivity.event.chain')}>
        <CopyField label={t('adminActivity.event.hash')} value={event.hash} />
        {event.previousHash !== '' && (
          <CopyField label={t('adminActivity.event.previous')} value={event.previousHash} />
        )}
        <p className="flex flex-wrap gap-4">
          {sequence > 1 && (
            <AdminLink href={adminPaths.event(sequence - 1)}>{t('adminActivity.event.before')}</AdminLink>
          )}
          <AdminLink href={adminPaths.event(sequence + 1)}>{t('adminActivity.event.after')}</AdminLink>
        </p>
      </Section>
    </>
  )
}

/** The lines that have something in common with this one, each a view of the list. */
function Alike({ event: { type, person, actor, application, details, evidence } }: { event: EventInFull }) {
  const t = useTranslations()
  const { address, networkPrefix } = evidence
  const { reason } = details
  const links: readonly (readonly [label: string, view: ActivityView])[] = [
    [t('adminActivity.event.alike.type'), { type }],
    ...(person ? [[t('adminActivity.event.alike.person'), { person: person.id }] as const] : []),
    ...('id' in actor && actor.id !== person?.id
      ? [[t('adminActivity.event.alike.actor'), { actor: actor.id }] as const]
      : []),
    ...(application ? [[t('adminActivity.event.alike.application'), { application: application.id }] as const] : []),
    ...(address !== undefined && activityForms.address.test(address)
      ? [[t('adminActivity.event.alike.address'), { address }] as const]
      : []),
    ...(networkPrefix !== undefined && activityForms.network.test(networkPrefix)
      ? [[t('adminActivity.event.alike.network'), { network: networkPrefix }] as const]
      : []),
    ...(typeof reason === 'string' && activityForms.reason.test(reason)
      ? [[t('adminActivity.event.alike.reason'), { reason }] as const]
      : []),
  ]
  return (
    <Section title={t('adminActivity.event.alike.title')}>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        {links.map(([label, view]) => (
          <AdminLink key={label} href={addressOfView(view)}>
            {label}
          </AdminLink>
        ))}
      </p>
    </Section>
  )
}

/** Whatever a line keeps, as it stands there: what shows nothing or turns the reading direction is written out (THREATS N4). */
function Values({ label, values }: { label: string; values: Readonly<Record<string, string | number>> }): ReactNode {
  const t = useTranslations()
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-small text-soft">{t('adminActivity.event.nothing')}</p>
  return (
    <Table
      label={label}
      items={entries}
      keyOf={([name]) => name}
      columns={[
        {
          id: 'name',
          head: t('adminActivity.event.name'),
          isHead: true,
          cell: ([name]) => <code className="font-mono text-caption">{cleanText(name, 60)}</code>,
        },
        {
          id: 'value',
          head: t('adminActivity.event.value'),
          isWide: true,
          cell: ([, value]) => (
            <code className="font-mono text-small break-all whitespace-pre-wrap">{writeOut(String(value))}</code>
          ),
        },
      ]}
    />
  )
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

const writeOut = (text: string): string =>
  text.replace(hidden, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

function Proof({ proof, at }: { proof: NonNullable<EventInFull['proof']>; at: string }) {
  const t = useTranslations()
  const { message, signature, method } = proof
  return (
    <Section title={t('adminActivity.event.proof')}>
      <Sheet className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <pre className="font-serif text-body whitespace-pre-wrap [overflow-wrap:anywhere]">{writeOut(message)}</pre>
        <p className="font-mono text-caption break-all text-soft">{writeOut(signature)}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {method !== '' && (
            <span className="text-small text-soft">
              {t('adminActivity.event.method')}: {sayMethod(t, method)}{' '}
              <code className="font-mono">({cleanText(method, 40)})</code>
            </span>
          )}
          <TextLink href={paths.inspector({ message, signature, at })}>{t('adminActivity.event.inspect')}</TextLink>
        </p>
      </Sheet>
    </Section>
  )
}
