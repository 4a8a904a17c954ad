// One application: how it is used, what to paste into it, its secret, its settings, its logo, and its end.
import { adminPaths } from '../../../admin-paths.ts'
import { LogoOrRosette } from '../../../applications/LogoOrRosette.tsx'
import { shownName } from '../../../applications/shown-name.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useAdminQuery } from '../queries.ts'
import { usePathId } from '../use-address.ts'
import { ApplicationEnd } from './ApplicationEnd.tsx'
import { ApplicationLogo } from './ApplicationLogo.tsx'
import { ApplicationSecret } from './ApplicationSecret.tsx'
import { ApplicationSettings } from './ApplicationSettings.tsx'
import { ApplicationTry } from './ApplicationTry.tsx'
import { ApplicationUsage } from './ApplicationUsage.tsx'
import type { ApplicationInFull } from './application-in-full.ts'
import { Paste } from './Paste.tsx'
import { ApplicationBadges } from './use-application-columns.tsx'

export function ApplicationScreen() {
  const words = useChapter('adminApplications')
  const id = usePathId()
  const application = useAdminQuery('readApplication', { params: { application: id } })
  const { data } = application
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.applications()}>{words.back}</AdminLink>
        <div className="flex min-w-0 flex-wrap items-center gap-4">
          {data && <LogoOrRosette key={data.logo} application={data} size={56} />}
          <PageHeading
            className="min-w-0 text-title [overflow-wrap:anywhere]"
            title={data ? shownName(data) : words.title}
          />
          {data && <ApplicationBadges application={data} />}
        </div>
      </div>
      {application.error && (
        <ErrorState problem={application.error.problem} onRetry={() => void application.refetch()} />
      )}
      {data ? <Content key={data.id} application={data} /> : !application.error && <SkeletonRows rows={6} />}
    </div>
  )
}

function Content({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications')
  const { facts } = words
  const count = new Intl.NumberFormat(useSpeech().locale)
  const { id, kind, people, live, lastUsedAt, createdAt, changedAt, enabled, origin, claimedName, registrationToken } =
    application
  return (
    <>
      {!enabled && (
        <Notice tone="attention" title={words.end.disabled}>
          <p>{words.end.disabledText}</p>
        </Notice>
      )}
      {origin === 'metadata-document' && (
        <Notice tone="attention" title={words.unregistered}>
          <p>{words.unregisteredText}</p>
        </Notice>
      )}
      <Section title={facts.title}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={words.fields.id}>
              <code className="font-mono text-small break-all select-all">{id}</code>
            </Fact>
            {claimedName !== undefined && <Fact label={words.claims}>{words.claimed(cleanText(claimedName, 80))}</Fact>}
            {registrationToken !== undefined && (
              <Fact label={words.registeredWith}>
                <code className="font-mono text-small break-all">{registrationToken}</code>
              </Fact>
            )}
            <Fact label={words.kind}>{words.kinds[kind]}</Fact>
            <Fact label={facts.live}>{count.format(live)}</Fact>
            <Fact label={facts.people}>{count.format(people)}</Fact>
            <Fact label={facts.used}>{lastUsedAt === null ? words.never : <RelativeTime at={lastUsedAt} />}</Fact>
            <Fact label={facts.created}>
              <RelativeTime at={createdAt} />
            </Fact>
            <Fact label={facts.changed}>
              <RelativeTime at={changedAt} />
            </Fact>
          </Facts>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            <AdminLink href={adminPaths.activity({ application: id })}>{facts.activity}</AdminLink>
            <AdminLink href={adminPaths.people({ application: id })}>{facts.peopleOf}</AdminLink>
          </p>
        </Sheet>
      </Section>
      {kind !== 'machine' && <ApplicationUsage application={application} />}
      <Paste settings={application.paste} />
      <ApplicationTry application={application} />
      <ApplicationSecret application={application} />
      {/* Begun anew once another definition stands on the server. */}
      <ApplicationSettings key={changedAt} application={application} />
      <ApplicationLogo application={application} />
      <ApplicationEnd application={application} />
    </>
  )
}
