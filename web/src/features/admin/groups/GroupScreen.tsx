import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { PageSection } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { RecentAuditEntries } from '../activity/RecentAuditEntries.tsx'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { AdminNotFoundScreen } from '../AdminNotFoundScreen.tsx'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminQuery, useClearRemovedItemQueryCache } from '../admin-query-hooks.ts'
import { useAdminNavigate, useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { DetailScreenTabs, useCurrentDetailTab } from '../master-detail/DetailScreenTabs.tsx'
import { ExplainGroupMembershipForm } from './ExplainGroupMembershipForm.tsx'
import { GroupForm } from './GroupForm.tsx'
import { GroupMemberList } from './GroupMemberList.tsx'
import { GroupRuleTreeView } from './GroupRuleTreeView.tsx'
import type { GroupDetailsResponse } from './group-form-types.ts'
import { EditGroupButton, GroupSummary, RequiringApplications } from './GroupSummary.tsx'

const tabs = ['members', 'rule', 'activity', 'danger'] as const
type Tab = (typeof tabs)[number]

/** Older links have `/members` for what is the first tab now. */
function useCurrentGroupTab(): Tab | null {
  const tab = useCurrentDetailTab(tabs)
  const { tab: given } = useParams({ strict: false }) as { tab?: string }
  return given === 'members' ? 'members' : tab
}

export function GroupScreen() {
  const t = useTranslations()
  const tab = useCurrentGroupTab()
  const id = useItemIdFromUrlPath()
  const group = useAdminQuery('readGroup', { params: { group: id } })
  const [editing, setEditing] = useState<GroupDetailsResponse | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { data } = group
  const name = data ? sanitizeDisplayText(data.name, 80) || data.id : t('adminGroups.title')
  const edit = (next: GroupDetailsResponse | null, saved = false) => {
    setEditing(next)
    setIsSaved(saved)
    setTimeout(focusPageHeading)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailScreenHeader
        title={editing ? t('adminGroups.editTitle', { name }) : name}
        back={{ href: adminPagePaths.groups(), label: t('adminGroups.back') }}
      >
        {data && !editing && tab !== null && (
          <DetailScreenTabs
            label={t('adminGroups.tabsOf')}
            path={adminPagePaths.group(id)}
            current={tab}
            tabs={tabs.map((one) => ({ tab: one, label: t(`adminGroups.tabs.${one}`) }))}
          />
        )}
      </DetailScreenHeader>
      {group.error && <LoadErrorPanel problem={group.error.problem} onRetry={() => void group.refetch()} />}
      {!data && !group.error && <SkeletonRows />}
      {isSaved && !editing && <InlineNotice tone="verified" title={t('adminGroups.saved')} />}
      {editing ? (
        <EditGroup group={editing} onClose={(saved) => edit(null, saved)} />
      ) : (
        data && <GroupContent group={data} tab={tab} onEdit={() => edit(data)} />
      )}
    </div>
  )
}

function EditGroup({ group, onClose }: { group: GroupDetailsResponse; onClose: (saved: boolean) => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { id, name, description, rule, changedAt } = group
  const save = useAdminMutation('changeGroup', ['readGroup', 'listGroups', 'listGroupMembers'], () => {
    announce(t('adminGroups.saved'))
    onClose(true)
  })
  return (
    <GroupForm
      group={{ id, name, description, rule }}
      saveLabel={t('adminGroups.save')}
      mutation={save}
      // The version when the form was opened, so that concurrent changes are not overwritten.
      onSave={(body, onError) => save.mutate({ params: { group: id }, body: { ...body, changedAt } }, { onError })}
      onCancel={() => onClose(false)}
    />
  )
}

interface ContentProps {
  group: GroupDetailsResponse
  tab: Tab | null
  onEdit: () => void
}

function GroupContent({ group, tab, onEdit }: ContentProps) {
  const t = useTranslations()
  switch (tab) {
    case 'members':
      return (
        <>
          <GroupSummary group={group} onEdit={onEdit} />
          <GroupMemberList groupId={group.id} />
          <p className="text-small">
            <AdminPageLink href={`${adminPagePaths.group(group.id)}/rule`}>{t('adminGroups.checkOne')}</AdminPageLink>
          </p>
        </>
      )
    case 'rule':
      return (
        <>
          <section aria-label={t('adminGroups.ruleTitle')}>
            <GroupRuleTreeView rule={group.rule} action={<EditGroupButton onEdit={onEdit} />} />
          </section>
          <ExplainGroupMembershipForm groupId={group.id} />
        </>
      )
    case 'activity':
      return <GroupActivity groupId={group.id} />
    case 'danger':
      return <GroupDangerZone group={group} />
    case null:
      return <AdminNotFoundScreen />
  }
}

function GroupActivity({ groupId }: { groupId: string }) {
  const t = useTranslations()
  return (
    <RecentAuditEntries
      title={t('adminGroups.activity.title')}
      emptyText={t('adminGroups.activity.none')}
      query={{ group: groupId }}
      showsPerson
    >
      <AdminPageLink href={adminPagePaths.activity({ group: groupId })}>{t('adminGroups.activity.see')}</AdminPageLink>
      <AdminPageLink href={adminPagePaths.activity({ group: groupId, type: 'group.member_removed' })}>
        {t('adminGroups.activity.left')}
      </AdminPageLink>
    </RecentAuditEntries>
  )
}

function GroupDangerZone({ group }: { group: GroupDetailsResponse }) {
  const t = useTranslations()
  const lacking = useMissingPermissionReason('groups.change')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <PageSection title={t('adminGroups.removeTitle', { name: sanitizeDisplayText(group.name, 80) || group.id })}>
      <p className="max-w-[60ch] text-soft">{t('adminGroups.removeText')}</p>
      <div>
        <Button
          look="danger"
          disabledReason={lacking ?? (group.applications.length > 0 ? t('adminGroups.demanded') : undefined)}
          onClick={() => setIsRemoving(true)}
        >
          {t('adminGroups.remove')}
        </Button>
      </div>
      <RequiringApplications group={group} />
      {isRemoving && <DeleteGroupDialog group={group} onClose={() => setIsRemoving(false)} />}
    </PageSection>
  )
}

function DeleteGroupDialog({ group, onClose }: { group: GroupDetailsResponse; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const go = useAdminNavigate()
  const name = sanitizeDisplayText(group.name, 80) || group.id
  const forget = useClearRemovedItemQueryCache({ group: group.id })
  const remove = useAdminMutation('removeGroup', ['listGroups'], () => {
    forget()
    announce(t('adminGroups.removed', { name }))
    go(adminPagePaths.groups(), { isRemoved: true })
  })
  const client = useQueryClient()
  // Also shows applications that started to require the group after the page was opened.
  const readAgain = () => void client.invalidateQueries({ queryKey: ['readGroup'] })
  return (
    <ConfirmAdminActionDialog
      title={t('adminGroups.removeTitle', { name })}
      confirmLabel={t('adminGroups.remove')}
      mutation={remove}
      onConfirm={() => remove.mutate({ params: { group: group.id } }, { onError: readAgain })}
      onCancel={onClose}
    >
      {t('adminGroups.removeText')}
    </ConfirmAdminActionDialog>
  )
}

export function NewGroupScreen() {
  const t = useTranslations()
  const go = useAdminNavigate()
  const announce = useAnnounce()
  const create = useAdminMutation('createGroup', ['listGroups'], ({ id }) => {
    announce(t('adminGroups.saved'))
    go(adminPagePaths.group(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={adminPagePaths.groups()}>{t('adminGroups.back')}</AdminPageLink>
        <PageHeading title={t('adminGroups.newTitle')} />
        <p className="text-soft">{t('adminGroups.newIntro')}</p>
      </div>
      <GroupForm
        group={null}
        saveLabel={t('adminGroups.create')}
        mutation={create}
        onSave={(body, onError) => create.mutate({ body }, { onError })}
        onCancel={() => go(adminPagePaths.groups())}
      />
    </div>
  )
}
