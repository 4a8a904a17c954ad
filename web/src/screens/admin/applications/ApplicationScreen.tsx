// One application in its tabs: what it is, how it is connected, who may use it, what it is told, how it is used, and its end. What is changed in several tabs is one
// draft, saved by one bar.
import { adminPaths } from '../../../admin-paths.ts'
import { LogoOrRosette } from '../../../applications/LogoOrRosette.tsx'
import { shownName } from '../../../applications/shown-name.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import type { CallRefused } from '../../../answers.ts'
import { AdminLink } from '../AdminLink.tsx'
import { AdminNotFound } from '../AdminNotFound.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminQuery } from '../queries.ts'
import { Unsaved } from '../Unsaved.tsx'
import { usePathId } from '../use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { SaveBar } from '../workbench/SaveBar.tsx'
import { Tabs, useShowTab, useTab } from '../workbench/Tabs.tsx'
import { ApplicationEnd } from './ApplicationEnd.tsx'
import { ApplicationLogo } from './ApplicationLogo.tsx'
import { ApplicationSecret } from './ApplicationSecret.tsx'
import { ApplicationTry } from './ApplicationTry.tsx'
import { ApplicationUsage } from './ApplicationUsage.tsx'
import type { ApplicationInFull } from './application-in-full.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import {
  AccessFields,
  ClaimsFields,
  ConnectFields,
  LookPart,
  NameFields,
  Part,
  partOf,
  WholeDefinition,
} from './DefinitionForm.tsx'
import { Paste } from './Paste.tsx'
import { ApplicationBadges } from './use-application-columns.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { useDefinitionDraft } from './use-definition-draft.ts'
import { numberFormat } from '../../../ui/formats.ts'

const tabs = ['overview', 'connect', 'access', 'claims', 'sign-ins', 'danger'] as const
type Tab = (typeof tabs)[number]

export function ApplicationScreen() {
  const words = useChapter('adminApplications')
  const id = usePathId()
  const application = useAdminQuery('readApplication', { params: { application: id } })
  const { data } = application
  if (data) return <Found key={data.id} application={data} problem={application.error?.problem ?? null} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead title={words.title} back={{ href: adminPaths.applications(), label: words.back }} />
      {application.error ? (
        <ErrorState problem={application.error.problem} onRetry={() => void application.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  )
}

function Found({ application, problem }: { application: ApplicationInFull; problem: CallRefused['problem'] | null }) {
  const words = useChapter('adminApplications')
  const tab = useTab(tabs)
  const showTab = useShowTab(adminPaths.application(application.id), tabs)
  const lacking = useLacking('applications.change')
  const tabOf = (path: string): Tab => {
    const part = partOf(path)
    return part === 'look' ? 'overview' : part
  }
  const definition = useDefinitionDraft(application, (faults) => {
    // Where none of what is wrong can be seen, the tab that has the first of it is shown.
    const [first] = faults
    if (first !== undefined && !faults.some(({ path }) => tabOf(path) === tab)) showTab(tabOf(first.path))
    setTimeout(() => document.querySelector<HTMLElement>('#content [aria-invalid=true]')?.focus())
  })
  const { form } = definition
  const wrong = new Set(form.isTried ? form.faults.map(({ path }) => tabOf(path)) : [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <Unsaved isUnsaved={definition.isUnsaved} within={adminPaths.application(application.id)} />
      <DetailHead
        title={shownName(application)}
        back={{ href: adminPaths.applications(), label: words.back }}
        picture={<LogoOrRosette key={application.logo} application={application} size={44} />}
        badges={<ApplicationBadges application={application} />}
      >
        {tab !== null && (
          <Tabs
            label={words.tabsOf}
            path={adminPaths.application(application.id)}
            current={tab}
            tabs={tabs.map((name) => ({ tab: name, label: words.tabs[name], isMarked: wrong.has(name) }))}
          />
        )}
      </DetailHead>
      {problem && <ErrorState problem={problem} />}
      <form
        noValidate
        className="grid grid-cols-1 gap-8 empty:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          if (lacking === undefined) definition.save()
        }}
      >
        <TabFields tab={tab} form={form} application={application} />
      </form>
      <TabParts tab={tab} application={application} />
      {definition.isChanged && (
        <SaveBar
          label={words.save.submit}
          busyLabel={words.save.busy}
          isBusy={definition.isBusy}
          lacking={lacking}
          onSave={definition.save}
          undoLabel={words.save.discard}
          onUndo={definition.undo}
        >
          {definition.strangers && (
            <label className="flex items-start gap-2.5">
              <input
                type="checkbox"
                checked={definition.strangers.isMeant}
                onChange={({ target }) => definition.strangers?.setIsMeant(target.checked)}
                className="mt-1 size-4 shrink-0 accent-seal"
              />
              <span className="min-w-0">{words.save.strangers}</span>
            </label>
          )}
          {form.isTried && form.faults.length > 0 && (
            <p role="alert" className="text-red">
              {words.faulty(form.faults.length)}
            </p>
          )}
          {definition.problem && <ErrorState problem={definition.problem} />}
        </SaveBar>
      )}
    </div>
  )
}

interface TabFieldsProps {
  tab: Tab | null
  form: DefinitionFormProps
  application: ApplicationInFull
}

/** What of the definition a tab has. */
function TabFields({ tab, form, application }: TabFieldsProps) {
  const words = useChapter('adminApplications')
  switch (tab) {
    case 'overview':
      return (
        <>
          <Overview application={application} />
          <Part title={words.named}>
            <NameFields {...form} />
          </Part>
          {application.kind !== 'machine' && <LookPart {...form} />}
        </>
      )
    case 'connect':
      return (
        <>
          <Part title={words.settings}>
            <ConnectFields {...form} />
          </Part>
          <WholeDefinition {...form} />
        </>
      )
    case 'access':
      return <AccessFields {...form} />
    case 'claims':
      return <ClaimsFields {...form} />
    case 'sign-ins':
    case 'danger':
    case null:
      return null
  }
}

/** What else a tab has: what is done at once, and saves nothing with the rest. */
function TabParts({ tab, application }: Pick<TabFieldsProps, 'tab' | 'application'>) {
  const words = useChapter('adminApplications')
  switch (tab) {
    case 'overview':
      return application.kind !== 'machine' && <ApplicationLogo application={application} />
    case 'connect':
      return (
        <>
          <Paste settings={application.paste} />
          <ApplicationSecret application={application} />
          <ApplicationTry application={application} />
        </>
      )
    case 'sign-ins':
      return application.kind === 'machine' ? (
        <p className="text-soft">{words.noPeople}</p>
      ) : (
        <ApplicationUsage application={application} />
      )
    case 'danger':
      return <ApplicationEnd application={application} />
    case null:
      return <AdminNotFound />
    case 'access':
    case 'claims':
      return null
  }
}

function Overview({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications')
  const { facts } = words
  const count = numberFormat(useSpeech().locale)
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
              <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{id}</code>
            </Fact>
            {claimedName !== undefined && <Fact label={words.claims}>{words.claimed(cleanText(claimedName, 80))}</Fact>}
            <DocumentFacts application={application} />
            {registrationToken !== undefined && (
              <Fact label={words.registeredWith}>
                <code className="font-mono text-small [overflow-wrap:anywhere]">{registrationToken}</code>
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
    </>
  )
}
