// One application in its tabs: what it is, how it is connected, who may use it, what it is told, how it is used, and its end. What is changed in several tabs is one
// draft, saved by one bar.
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { problemToSay } from '../../../api/answers.ts'
import { LogoOrRosette } from '../../applications/LogoOrRosette.tsx'
import { shownName } from '../../applications/shown-name.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import type { CallRefused } from '../../../api/answers.ts'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminNotFound } from '../AdminNotFound.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { Part } from '../form.tsx'
import { useLacking } from '../Guarded.tsx'
import { PictureChoice } from '../PictureChoice.tsx'
import { useAdminChange, useAdminQuery } from '../queries.ts'
import { Unsaved } from '../Unsaved.tsx'
import { usePathId } from '../workbench/use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { SaveBar } from '../workbench/SaveBar.tsx'
import { Tabs, useShowTab, useTab } from '../workbench/Tabs.tsx'
import { ApplicationEnd } from './ApplicationEnd.tsx'
import { ApplicationSecret } from './ApplicationSecret.tsx'
import { ApplicationTry } from './ApplicationTry.tsx'
import { ApplicationUsage } from './ApplicationUsage.tsx'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'
import {
  AccessFields,
  ClaimsFields,
  ConnectFields,
  LookPart,
  NameFields,
  partOf,
  WholeDefinition,
} from './DefinitionForm.tsx'
import { Paste } from './Paste.tsx'
import { ApplicationBadges } from './use-application-columns.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DefinitionContext, useDefinitionForm } from './use-definition.ts'
import { numberFormat } from '../../../ui/formats.ts'

const tabs = ['overview', 'connect', 'access', 'claims', 'sign-ins', 'danger'] as const
type Tab = (typeof tabs)[number]

export function ApplicationScreen() {
  const t = useTranslations()
  const id = usePathId()
  const application = useAdminQuery('readApplication', { params: { application: id } })
  const { data } = application
  if (data) return <Found key={data.id} application={data} outdated={application.error?.problem ?? null} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={t('adminApplications.title')}
        back={{ href: adminPaths.applications(), label: t('adminApplications.back') }}
      />
      {application.error ? (
        <ErrorState problem={application.error.problem} onRetry={() => void application.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  )
}

const tabOf = (path: string): Tab => {
  const part = partOf(path)
  return part === 'look' ? 'overview' : part
}

interface FoundProps {
  application: ApplicationInFull
  /** Why it could not be read again. */
  outdated: CallRefused['problem'] | null
}

function Found({ application, outdated }: FoundProps) {
  const t = useTranslations()
  const tab = useTab(tabs)
  const showTab = useShowTab(adminPaths.application(application.id), tabs)
  const lacking = useLacking('applications.change')
  const announce = useAnnounce()
  const definition = useDefinitionForm(application.definition, application)
  const { faults, strangers } = definition
  const change = useAdminChange('changeApplication', refresh, () => {
    announce(t('adminApplications.save.done'))
    definition.clear()
  })
  const isBusy = change.isPending || definition.isBusy
  const isTried = definition.isTried && faults.length > 0
  const problem = problemToSay(change.error) ?? definition.problem
  function save() {
    if (isBusy || !definition.isChanged || lacking !== undefined) return
    const { id, changedAt } = application
    definition.save(
      () => change.mutate({ params: { application: id }, body: { ...definition.body, changedAt } }),
      (paths) => {
        // Where none of the errors can be seen, the tab that has the first of them is shown.
        const [first] = paths
        if (first !== undefined && !paths.some((path) => tabOf(path) === tab)) showTab(tabOf(first))
      },
    )
  }
  const wrong = new Set(isTried ? faults.map(({ path }) => tabOf(path)) : [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <Unsaved
        isUnsaved={() => definition.isChanged && !change.isPending}
        within={adminPaths.application(application.id)}
      />
      <DetailHead
        title={shownName(application)}
        back={{ href: adminPaths.applications(), label: t('adminApplications.back') }}
        picture={<LogoOrRosette key={application.logo} application={application} size={44} />}
        badges={<ApplicationBadges application={application} />}
      >
        {tab !== null && (
          <Tabs
            label={t('adminApplications.tabsOf')}
            path={adminPaths.application(application.id)}
            current={tab}
            tabs={tabs.map((name) => ({
              tab: name,
              label: t(`adminApplications.tabs.${name}`),
              isMarked: wrong.has(name),
            }))}
          />
        )}
      </DetailHead>
      {outdated && <ErrorState problem={outdated} />}
      <form
        noValidate
        className="grid grid-cols-1 gap-8 empty:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <DefinitionContext value={definition}>
          <TabFields tab={tab} application={application} />
        </DefinitionContext>
      </form>
      <TabParts tab={tab} application={application} />
      {definition.isChanged && (
        <SaveBar
          label={t('adminApplications.save.submit')}
          busyLabel={t('adminApplications.save.busy')}
          isBusy={isBusy}
          lacking={lacking}
          onSave={save}
          undoLabel={t('adminApplications.save.discard')}
          onUndo={() => {
            definition.clear()
            change.reset()
          }}
        >
          {strangers && (
            <label className="flex items-start gap-2.5">
              <input
                type="checkbox"
                checked={strangers.isMeant}
                onChange={({ target }) => strangers.setIsMeant(target.checked)}
                className="mt-1 size-4 shrink-0 accent-seal"
              />
              <span className="min-w-0">{t('adminApplications.save.strangers')}</span>
            </label>
          )}
          {isTried && (
            <p role="alert" className="text-red">
              {t('adminApplications.faulty', { count: faults.length })}
            </p>
          )}
          {problem && <ErrorState problem={problem} />}
        </SaveBar>
      )}
    </div>
  )
}

interface TabFieldsProps {
  tab: Tab | null
  application: ApplicationInFull
}

/** What of the definition a tab has. */
function TabFields({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
  switch (tab) {
    case 'overview':
      return (
        <>
          <Overview application={application} />
          <Part title={t('adminApplications.named')}>
            <NameFields />
          </Part>
          {application.kind !== 'machine' && <LookPart />}
        </>
      )
    case 'connect':
      return (
        <>
          <Part title={t('adminApplications.settings')}>
            <ConnectFields />
          </Part>
          <WholeDefinition />
        </>
      )
    case 'access':
      return <AccessFields />
    case 'claims':
      return <ClaimsFields />
    case 'sign-ins':
    case 'danger':
    case null:
      return null
  }
}

/** What else a tab has: what is done at once, and saves nothing with the rest. */
function TabParts({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
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
        <p className="text-soft">{t('adminApplications.noPeople')}</p>
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

/** The logo, which is saved as soon as it is chosen. */
function ApplicationLogo({ application }: { application: ApplicationInFull }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const params = { application: application.id }
  const set = useAdminChange('setApplicationLogo', refresh, () => announce(t('adminApplications.logo.done')))
  const remove = useAdminChange('removeApplicationLogo', refresh, () => announce(t('adminApplications.logo.removed')))
  return (
    <Section title={t('adminApplications.logo.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminApplications.logo.text')}</p>
      <Sheet className="grid gap-3 px-4 py-4 sm:px-5">
        <PictureChoice
          picture={<LogoOrRosette key={application.logo} application={application} size={64} />}
          canRemove={application.logo !== null}
          lacking={useLacking('applications.change')}
          set={set}
          remove={remove}
          onChoose={(content) => set.mutate({ params, body: { content } })}
          onRemove={() => remove.mutate({ params })}
        />
      </Sheet>
    </Section>
  )
}

function Overview({ application }: { application: ApplicationInFull }) {
  const t = useTranslations()
  const count = numberFormat(useLanguage().locale)
  const { id, kind, people, live, lastUsedAt, createdAt, changedAt, enabled, origin, claimedName, registrationToken } =
    application
  return (
    <>
      {!enabled && (
        <Notice tone="attention" title={t('adminApplications.end.disabled')}>
          <p>{t('adminApplications.end.disabledText')}</p>
        </Notice>
      )}
      {origin === 'metadata-document' && (
        <Notice tone="attention" title={t('adminApplications.unregistered')}>
          <p>{t('adminApplications.unregisteredText')}</p>
        </Notice>
      )}
      <Section title={t('adminApplications.facts.title')}>
        <Sheet className="px-4 py-4 sm:px-5">
          <Facts>
            <Fact label={t('adminApplications.fields.id')}>
              <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{id}</code>
            </Fact>
            {claimedName !== undefined && (
              <Fact label={t('adminApplications.claims')}>
                {t('adminApplications.claimed', { name: cleanText(claimedName, 80) })}
              </Fact>
            )}
            <DocumentFacts application={application} />
            {registrationToken !== undefined && (
              <Fact label={t('adminApplications.registeredWith')}>
                <code className="font-mono text-small [overflow-wrap:anywhere]">{registrationToken}</code>
              </Fact>
            )}
            <Fact label={t('adminApplications.kind')}>{t(`adminApplications.kinds.${kind}`)}</Fact>
            <Fact label={t('adminApplications.facts.live')}>{count.format(live)}</Fact>
            <Fact label={t('adminApplications.facts.people')}>{count.format(people)}</Fact>
            <Fact label={t('adminApplications.facts.used')}>
              {lastUsedAt === null ? t('adminApplications.never') : <RelativeTime at={lastUsedAt} />}
            </Fact>
            <Fact label={t('adminApplications.facts.created')}>
              <RelativeTime at={createdAt} />
            </Fact>
            <Fact label={t('adminApplications.facts.changed')}>
              <RelativeTime at={changedAt} />
            </Fact>
          </Facts>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            <AdminLink href={adminPaths.activity({ application: id })}>
              {t('adminApplications.facts.activity')}
            </AdminLink>
            <AdminLink href={adminPaths.people({ application: id })}>{t('adminApplications.facts.peopleOf')}</AdminLink>
          </p>
        </Sheet>
      </Section>
    </>
  )
}
