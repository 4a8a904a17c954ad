// The changes in all tabs form one draft with one save bar.
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { getDisplayableApiProblem } from '../../../api/query-client.ts'
import { ApplicationAvatar } from '../../applications/ApplicationAvatar.tsx'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import type { ApiCallError } from '../../../api/query-client.ts'
import { AdminNotFoundScreen } from '../AdminNotFoundScreen.tsx'
import { FormSection } from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminQuery } from '../admin-query-hooks.ts'
import { SignInPolicyLossNotice } from '../rehearsal/lazy-rehearsals.tsx'
import { UnsavedChangesGuard } from '../UnsavedChangesGuard.tsx'
import { useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { SaveBar } from '../master-detail/SaveBar.tsx'
import { DetailScreenTabs, useNavigateToDetailTab, useCurrentDetailTab } from '../master-detail/DetailScreenTabs.tsx'
import { ApplicationDangerZone } from './ApplicationDangerZone.tsx'
import { ClientSecretRotationSection } from './ClientSecretRotationSection.tsx'
import { ApplicationTestLoginCard } from './ApplicationTestLoginCard.tsx'
import { ApplicationLogoUploadSection } from './ApplicationLogoUploadSection.tsx'
import { ApplicationOverview } from './ApplicationOverview.tsx'
import { ApplicationSignInsChart } from './ApplicationSignInsChart.tsx'
import { applicationQueriesToRefresh } from './application-details-response-type.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { ApplicationAccentColorFields } from './ApplicationAccentColorFields.tsx'
import { ApplicationNameField } from './ApplicationNameFields.tsx'
import { ApplicationUrlFields } from './ApplicationUrlFields.tsx'
import { ApplicationDefinitionJsonField } from './ApplicationDefinitionJsonField.tsx'
import { ScopeAndClaimFields } from './ScopeAndClaimFields.tsx'
import { ApplicationAccessFields } from './ApplicationAccessFields.tsx'
import { getSignInPolicyDraft } from './get-sign-in-policy-draft.ts'
import { getApplicationSettingsTabForField } from './get-application-settings-tab-for-field.ts'
import { ClientConfigurationSnippets } from './ClientConfigurationSnippets.tsx'
import { ApplicationBadges } from './use-application-columns.tsx'
import { ApplicationDefinitionFormContext, useApplicationDefinitionForm } from './use-application-definition-form.ts'

const RefusedRequests = createLazyComponent(
  async () => (await import('./ApplicationRefusedRequests.tsx')).ApplicationRefusedRequests,
  { messages: ['refused-requests'] },
)

const tabs = ['overview', 'connect', 'access', 'claims', 'sign-ins', 'problems', 'danger'] as const
type Tab = (typeof tabs)[number]

export function ApplicationScreen() {
  const t = useTranslations()
  const id = useItemIdFromUrlPath()
  const application = useAdminQuery('readApplication', { params: { application: id } })
  const { data } = application
  if (data) return <LoadedApplication key={data.id} application={data} outdated={application.error?.problem ?? null} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailScreenHeader
        title={t('adminApplications.title')}
        back={{ href: adminPagePaths.applications(), label: t('adminApplications.back') }}
      />
      {application.error ? (
        <LoadErrorPanel problem={application.error.problem} onRetry={() => void application.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  )
}

const findTab = (path: string): Tab => {
  const part = getApplicationSettingsTabForField(path)
  return part === 'look' ? 'overview' : part
}

interface LoadedApplicationProps {
  application: ApplicationDetailsResponse
  outdated: ApiCallError['problem'] | null
}

function LoadedApplication({ application, outdated }: LoadedApplicationProps) {
  const t = useTranslations()
  const tab = useCurrentDetailTab(tabs)
  const showTab = useNavigateToDetailTab(adminPagePaths.application(application.id), tabs)
  const disabledReason = useMissingPermissionReason('applications.change')
  const announce = useAnnounce()
  const definition = useApplicationDefinitionForm(application.definition, application)
  const { errors, strangers } = definition
  const change = useAdminMutation('changeApplication', applicationQueriesToRefresh, () => {
    announce(t('adminApplications.save.done'))
    definition.clear()
  })
  const isBusy = change.isPending || definition.isBusy
  const isTried = definition.isTried && errors.length > 0
  const problem = getDisplayableApiProblem(change.error) ?? definition.problem
  function save() {
    if (isBusy || !definition.isChanged || disabledReason !== undefined) return
    const { id, changedAt } = application
    definition.save(
      () => change.mutate({ params: { application: id }, body: { ...definition.body, changedAt } }),
      (paths) => {
        // If no error is visible, the tab with the first error opens.
        const [first] = paths
        if (first !== undefined && !paths.some((path) => findTab(path) === tab)) showTab(findTab(first))
      },
    )
  }
  const wrong = new Set(isTried ? errors.map(({ path }) => findTab(path)) : [])
  return (
    <div className="grid grid-cols-1 gap-6">
      <UnsavedChangesGuard
        hasUnsavedChanges={() => definition.isChanged && !change.isPending}
        within={adminPagePaths.application(application.id)}
      />
      <DetailScreenHeader
        title={formatApplicationName(application)}
        back={{ href: adminPagePaths.applications(), label: t('adminApplications.back') }}
        picture={<ApplicationAvatar key={application.logo} application={application} size={44} />}
        badges={<ApplicationBadges application={application} />}
      >
        {tab !== null && (
          <DetailScreenTabs
            label={t('adminApplications.tabsOf')}
            path={adminPagePaths.application(application.id)}
            current={tab}
            tabs={tabs.map((name) => ({
              tab: name,
              label: t(`adminApplications.tabs.${name}`),
              isMarked: wrong.has(name),
            }))}
          />
        )}
      </DetailScreenHeader>
      {outdated && <LoadErrorPanel problem={outdated} />}
      {tab === 'connect' && (
        <>
          <ClientConfigurationSnippets application={application} />
          <ClientSecretRotationSection application={application} />
          <ApplicationTestLoginCard application={application} />
        </>
      )}
      <form
        noValidate
        className="grid grid-cols-1 gap-8 empty:hidden"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ApplicationDefinitionFormContext value={definition}>
          <TabFields tab={tab} application={application} />
        </ApplicationDefinitionFormContext>
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
          {application.definition.kind !== 'machine' && (
            <SignInPolicyLossNotice {...getSignInPolicyDraft(definition)} />
          )}
          {strangers && <NewSubjectsConfirmation {...strangers} />}
          {isTried && (
            <p role="alert" className="text-red">
              {t('adminApplications.faulty', { count: errors.length })}
            </p>
          )}
          {problem && <LoadErrorPanel problem={problem} />}
        </SaveBar>
      )}
    </div>
  )
}

interface NewSubjectsConfirmationProps {
  isMeant: boolean
  setIsMeant: (isMeant: boolean) => void
}

function NewSubjectsConfirmation({ isMeant, setIsMeant }: NewSubjectsConfirmationProps) {
  const t = useTranslations()
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        checked={isMeant}
        onChange={({ target }) => setIsMeant(target.checked)}
        className="mt-1 size-4 shrink-0 accent-seal"
      />
      <span className="min-w-0">{t('adminApplications.save.strangers')}</span>
    </label>
  )
}

interface TabFieldsProps {
  tab: Tab | null
  application: ApplicationDetailsResponse
}

function TabFields({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
  switch (tab) {
    case 'overview':
      return (
        <>
          <ApplicationOverview application={application} />
          <FormSection title={t('adminApplications.named')}>
            <ApplicationNameField />
          </FormSection>
          {application.kind !== 'machine' && <ApplicationAccentColorFields />}
        </>
      )
    case 'connect':
      return (
        <>
          <FormSection title={t('adminApplications.settings')}>
            <ApplicationUrlFields />
          </FormSection>
          <ApplicationDefinitionJsonField />
        </>
      )
    case 'access':
      return <ApplicationAccessFields />
    case 'claims':
      return <ScopeAndClaimFields />
    case 'sign-ins':
    case 'problems':
    case 'danger':
    case null:
      return null
  }
}

function TabActions({ tab, application }: TabFieldsProps) {
  const t = useTranslations()
  switch (tab) {
    case 'overview':
      return application.kind !== 'machine' && <ApplicationLogoUploadSection application={application} />
    case 'sign-ins':
      return application.kind === 'machine' ? (
        <p className="text-soft">{t('adminApplications.noPeople')}</p>
      ) : (
        <ApplicationSignInsChart application={application} />
      )
    case 'problems':
      return <RefusedRequests id={application.id} />
    case 'danger':
      return <ApplicationDangerZone application={application} />
    case null:
      return <AdminNotFoundScreen />
    case 'connect':
    case 'access':
    case 'claims':
      return null
  }
}
