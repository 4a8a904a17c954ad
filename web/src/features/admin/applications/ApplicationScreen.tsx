// One application in its tabs: what it is, how it is connected, who may use it, what it is told, how it is used, and its end. What is changed in several tabs is one
// draft, saved by one bar.
import { useLanguage } from '../../../i18n/use-language.ts'
import { adminPaths } from '../../../api/admin-paths.ts'
import { getProblemToShow } from '../../../api/query-client.ts'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Card } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import type { ApiCallError } from '../../../api/query-client.ts'
import { AdminLink } from '../master-detail/AdminLink.tsx'
import { AdminNotFound } from '../AdminNotFound.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { FormSection } from '../EditForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { PictureUpload } from '../PictureUpload.tsx'
import { useAdminMutation, useAdminQuery } from '../admin-queries.ts'
import { UnsavedChangesGuard } from '../UnsavedChangesGuard.tsx'
import { useIdFromPath } from '../master-detail/admin-url-state.ts'
import { DetailHeader } from '../master-detail/DetailHeader.tsx'
import { SaveBar } from '../master-detail/SaveBar.tsx'
import { DetailTabs, useOpenTab, useCurrentTab } from '../master-detail/DetailTabs.tsx'
import { ApplicationDangerZone } from './ApplicationDangerZone.tsx'
import { ClientSecretRotation } from './ClientSecretRotation.tsx'
import { TestLoginCard } from './TestLoginCard.tsx'
import { ApplicationUsage } from './ApplicationUsage.tsx'
import { applicationCallsToRefresh } from './application-details.ts'
import type { ApplicationDetails } from './application-details.ts'
import {
  SignInAccessFields,
  ScopeAndClaimFields,
  ConnectionFields,
  AppearanceFields,
  ApplicationNameFields,
  findTabOfMember,
  DefinitionJsonField,
} from './ApplicationFields.tsx'
import { ConfigurationSnippets } from './ConfigurationSnippets.tsx'
import { ApplicationBadges } from './use-application-columns.tsx'
import { ClientMetadataDetails } from './ClientMetadataDetails.tsx'
import { ApplicationFormContext, useApplicationForm } from './use-application-form.ts'
import { getNumberFormat } from '../../../ui/intl-formats.ts'

const tabs = ['overview', 'connect', 'access', 'claims', 'sign-ins', 'danger'] as const
type Tab = (typeof tabs)[number]

export function ApplicationScreen() {
  const t = useTranslations()
  const id = useIdFromPath()
  const application = useAdminQuery('readApplication', { params: { application: id } })
  const { data } = application
  if (data) return <LoadedApplication key={data.id} application={data} outdated={application.error?.problem ?? null} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHeader
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

const findTab = (path: string): Tab => {
  const part = findTabOfMember(path)
  return part === 'look' ? 'overview' : part
}

interface LoadedApplicationProps {
  application: ApplicationDetails
  /** Why it could not be read again. */
  outdated: ApiCallError['problem'] | null
}

function LoadedApplication({ application, outdated }: LoadedApplicationProps) {
  const t = useTranslations()
  const tab = useCurrentTab(tabs)
  const showTab = useOpenTab(adminPaths.application(application.id), tabs)
  const disabledReason = useMissingPermissionReason('applications.change')
  const announce = useAnnounce()
  const definition = useApplicationForm(application.definition, application)
  const { faults, strangers } = definition
  const change = useAdminMutation('changeApplication', applicationCallsToRefresh, () => {
    announce(t('adminApplications.save.done'))
    definition.clear()
  })
  const isBusy = change.isPending || definition.isBusy
  const isTried = definition.isTried && faults.length > 0
  const problem = getProblemToShow(change.error) ?? definition.problem
  function save() {
    if (isBusy || !definition.isChanged || disabledReason !== undefined) return
    const { id, changedAt } = application
    definition.save(
      () => change.mutate({ params: { application: id }, body: { ...definition.body, changedAt } }),
      (paths) => {
        // Where none of the errors can be seen, the tab that has the first of them is shown.
        const [first] = paths
        if (first !== undefined && !paths.some((path) => findTab(path) === tab)) showTab(findTab(first))
      },
    )
  }
  const wrong = new Set(isTried ? faults.map(({ path }) => findTab(path)) : [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <UnsavedChangesGuard
        hasUnsavedChanges={() => definition.isChanged && !change.isPending}
        within={adminPaths.application(application.id)}
      />
      <DetailHeader
        title={formatApplicationName(application)}
        back={{ href: adminPaths.applications(), label: t('adminApplications.back') }}
        picture={<ApplicationAvatar key={application.logo} application={application} size={44} />}
        badges={<ApplicationBadges application={application} />}
      >
        {tab !== null && (
          <DetailTabs
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
      </DetailHeader>
      {outdated && <ErrorState problem={outdated} />}
      <form
        noValidate
        className="grid grid-cols-1 gap-8 empty:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ApplicationFormContext value={definition}>
          <TabFields tab={tab} application={application} />
        </ApplicationFormContext>
      </form>
      <TabActions tab={tab} application={application} />
      {definition.isChanged && (
        <SaveBar
          label={t('adminApplications.save.submit')}
          busyLabel={t('adminApplications.save.busy')}
          isBusy={isBusy}
          disabledReason={disabledReason}
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
  application: ApplicationDetails
}

/** What of the definition a tab has. */
function TabFields({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
  switch (tab) {
    case 'overview':
      return (
        <>
          <ApplicationOverview application={application} />
          <FormSection title={t('adminApplications.named')}>
            <ApplicationNameFields />
          </FormSection>
          {application.kind !== 'machine' && <AppearanceFields />}
        </>
      )
    case 'connect':
      return (
        <>
          <FormSection title={t('adminApplications.settings')}>
            <ConnectionFields />
          </FormSection>
          <DefinitionJsonField />
        </>
      )
    case 'access':
      return <SignInAccessFields />
    case 'claims':
      return <ScopeAndClaimFields />
    case 'sign-ins':
    case 'danger':
    case null:
      return null
  }
}

/** What else a tab has: what is done at once, and saves nothing with the rest. */
function TabActions({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
  switch (tab) {
    case 'overview':
      return application.kind !== 'machine' && <ApplicationLogo application={application} />
    case 'connect':
      return (
        <>
          <ConfigurationSnippets settings={application.paste} />
          <ClientSecretRotation application={application} />
          <TestLoginCard application={application} />
        </>
      )
    case 'sign-ins':
      return application.kind === 'machine' ? (
        <p className="text-soft">{t('adminApplications.noPeople')}</p>
      ) : (
        <ApplicationUsage application={application} />
      )
    case 'danger':
      return <ApplicationDangerZone application={application} />
    case null:
      return <AdminNotFound />
    case 'access':
    case 'claims':
      return null
  }
}

/** The logo, which is saved as soon as it is chosen. */
function ApplicationLogo({ application }: { application: ApplicationDetails }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const params = { application: application.id }
  const setMutation = useAdminMutation('setApplicationLogo', applicationCallsToRefresh, () =>
    announce(t('adminApplications.logo.done')),
  )
  const removeMutation = useAdminMutation('removeApplicationLogo', applicationCallsToRefresh, () =>
    announce(t('adminApplications.logo.removed')),
  )
  return (
    <Section title={t('adminApplications.logo.title')}>
      <p className="max-w-[60ch] text-soft">{t('adminApplications.logo.text')}</p>
      <Card className="grid gap-3 px-4 py-4 sm:px-5">
        <PictureUpload
          picture={<ApplicationAvatar key={application.logo} application={application} size={64} />}
          canRemove={application.logo !== null}
          disabledReason={useMissingPermissionReason('applications.change')}
          setMutation={setMutation}
          removeMutation={removeMutation}
          onChoose={(content) => setMutation.mutate({ params, body: { content } })}
          onRemove={() => removeMutation.mutate({ params })}
        />
      </Card>
    </Section>
  )
}

function ApplicationOverview({ application }: { application: ApplicationDetails }) {
  const t = useTranslations()
  const count = getNumberFormat(useLanguage().locale)
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
        <Card className="px-4 py-4 sm:px-5">
          <DescriptionList>
            <DescriptionItem label={t('adminApplications.fields.id')}>
              <code className="font-mono text-small [overflow-wrap:anywhere] select-all">{id}</code>
            </DescriptionItem>
            {claimedName !== undefined && (
              <DescriptionItem label={t('adminApplications.claims')}>
                {t('adminApplications.claimed', { name: sanitizeDisplayText(claimedName, 80) })}
              </DescriptionItem>
            )}
            <ClientMetadataDetails application={application} />
            {registrationToken !== undefined && (
              <DescriptionItem label={t('adminApplications.registeredWith')}>
                <code className="font-mono text-small [overflow-wrap:anywhere]">{registrationToken}</code>
              </DescriptionItem>
            )}
            <DescriptionItem label={t('adminApplications.kind')}>
              {t(`adminApplications.kinds.${kind}`)}
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.live')}>{count.format(live)}</DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.people')}>{count.format(people)}</DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.used')}>
              {lastUsedAt === null ? t('adminApplications.never') : <RelativeTime at={lastUsedAt} />}
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.created')}>
              <RelativeTime at={createdAt} />
            </DescriptionItem>
            <DescriptionItem label={t('adminApplications.facts.changed')}>
              <RelativeTime at={changedAt} />
            </DescriptionItem>
          </DescriptionList>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
            <AdminLink href={adminPaths.activity({ application: id })}>
              {t('adminApplications.facts.activity')}
            </AdminLink>
            <AdminLink href={adminPaths.people({ application: id })}>{t('adminApplications.facts.peopleOf')}</AdminLink>
          </p>
        </Card>
      </Section>
    </>
  )
}
