// One group, and the page that adds one: its rule in words, who belongs to it, why a person does or does not, and which applications let in only its members.
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../api/admin-paths.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { NewestLines } from '../activity/NewestLines.tsx'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminNotFound } from '../AdminNotFound.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminQuery, useForget } from '../queries.ts'
import { useGo, usePathId } from '../workbench/use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { Tabs, useTab } from '../workbench/Tabs.tsx'
import { Explain } from './Explain.tsx'
import { GroupForm } from './GroupForm.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { RuleTree } from './RuleTree.tsx'
import { numberFormat } from '../../../ui/formats.ts'

export type GroupInFull = AdminAnswer<'readGroup'>

const tabs = ['overview', 'members', 'activity', 'danger'] as const
type Tab = (typeof tabs)[number]

export function GroupScreen() {
  const t = useTranslations()
  const tab = useTab(tabs)
  const id = usePathId()
  const group = useAdminQuery('readGroup', { params: { group: id } })
  const [editing, setEditing] = useState<GroupInFull | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { data } = group
  const name = data ? cleanText(data.name, 80) || data.id : t('adminGroups.title')
  // Whichever button was pressed is gone then.
  const edit = (next: GroupInFull | null, saved = false) => {
    setEditing(next)
    setIsSaved(saved)
    setTimeout(focusPageHeading)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={editing ? t('adminGroups.editTitle', { name }) : name}
        back={{ href: adminPaths.groups(), label: t('adminGroups.back') }}
      >
        {data && !editing && tab !== null && (
          <Tabs
            label={t('adminGroups.tabsOf')}
            path={adminPaths.group(id)}
            current={tab}
            tabs={tabs.map((one) => ({ tab: one, label: t(`adminGroups.tabs.${one}`) }))}
          />
        )}
      </DetailHead>
      {group.error && <ErrorState problem={group.error.problem} onRetry={() => void group.refetch()} />}
      {!data && !group.error && <SkeletonRows />}
      {isSaved && !editing && <Notice tone="verified" title={t('adminGroups.saved')} />}
      {editing ? (
        <EditGroup group={editing} onClose={(saved) => edit(null, saved)} />
      ) : (
        data && <Content group={data} tab={tab} onEdit={() => edit(data)} />
      )}
    </div>
  )
}

function EditGroup({ group, onClose }: { group: GroupInFull; onClose: (saved: boolean) => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { id, name, description, rule, changedAt } = group
  const save = useAdminChange('changeGroup', ['readGroup', 'listGroups', 'listGroupMembers'], () => {
    announce(t('adminGroups.saved'))
    onClose(true)
  })
  return (
    <GroupForm
      group={{ id, name, description, rule }}
      saveLabel={t('adminGroups.save')}
      change={save}
      // What it was when this form was opened: somebody else's change meanwhile is not written over.
      onSave={(body, onError) => save.mutate({ params: { group: id }, body: { ...body, changedAt } }, { onError })}
      onCancel={() => onClose(false)}
    />
  )
}

interface ContentProps {
  group: GroupInFull
  tab: Tab | null
  onEdit: () => void
}

function Content({ group, tab, onEdit }: ContentProps) {
  switch (tab) {
    case 'overview':
      return <Overview group={group} onEdit={onEdit} />
    case 'members':
      return (
        <>
          <Explain groupId={group.id} />
          <GroupMembers groupId={group.id} />
        </>
      )
    case 'activity':
      return <GroupActivity groupId={group.id} />
    case 'danger':
      return <Danger group={group} />
    case null:
      return <AdminNotFound />
  }
}

function Overview({ group, onEdit }: { group: GroupInFull; onEdit: () => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const count = numberFormat(locale)
  const lacking = useLacking('groups.change')
  return (
    <>
      {group.description !== null && (
        <p className="max-w-[60ch] text-soft [overflow-wrap:anywhere]">{cleanText(group.description, 500)}</p>
      )}
      <Sheet className="px-4 py-4 sm:px-5">
        <Facts>
          <Fact label={t('adminGroups.id')}>
            <code className="font-mono text-small">{group.id}</code>
          </Fact>
          <Fact label={t('adminGroups.columns.members')}>
            {count.format(group.members)}, {t('adminGroups.checkedRecently', { count: group.membersCheckedRecently })}
          </Fact>
          <Fact label={t('adminGroups.columns.read')}>
            {group.readAt === null ? t('adminGroups.never') : <RelativeTime at={group.readAt} />}
          </Fact>
          <Fact label={t('adminGroups.applications')}>
            {group.applications.length === 0 && t('adminGroups.noApplications')}
            <Demanding group={group} />
          </Fact>
        </Facts>
      </Sheet>
      <Section title={t('adminGroups.ruleTitle')}>
        <RuleTree rule={group.rule} />
      </Section>
      <div>
        <Button disabledReason={lacking} onClick={onEdit}>
          {t('adminGroups.edit')}
        </Button>
      </div>
    </>
  )
}

/** The applications that let in only its members. */
function Demanding({ group: { applications } }: { group: GroupInFull }) {
  return (
    <span className="flex flex-wrap gap-x-6 gap-y-2">
      {applications.map(({ id, name }) => (
        <AdminLink key={id} href={adminPaths.application(id)}>
          {cleanText(name, 64) || cleanText(id, 64)}
        </AdminLink>
      ))}
    </span>
  )
}

/** Who joined the group and who left it, what was changed in it, and the way to all of it. */
function GroupActivity({ groupId }: { groupId: string }) {
  const t = useTranslations()
  return (
    <NewestLines
      title={t('adminGroups.activity.title')}
      none={t('adminGroups.activity.none')}
      query={{ group: groupId }}
      areOfMany
    >
      <AdminLink href={adminPaths.activity({ group: groupId })}>{t('adminGroups.activity.see')}</AdminLink>
      <AdminLink href={adminPaths.activity({ group: groupId, type: 'group.left' })}>
        {t('adminGroups.activity.left')}
      </AdminLink>
    </NewestLines>
  )
}

function Danger({ group }: { group: GroupInFull }) {
  const t = useTranslations()
  const lacking = useLacking('groups.change')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <Section title={t('adminGroups.removeTitle', { name: cleanText(group.name, 80) || group.id })}>
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
      <Demanding group={group} />
      {isRemoving && <RemoveGroup group={group} onClose={() => setIsRemoving(false)} />}
    </Section>
  )
}

function RemoveGroup({ group, onClose }: { group: GroupInFull; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const go = useGo()
  const name = cleanText(group.name, 80) || group.id
  const forget = useForget({ group: group.id })
  const remove = useAdminChange('removeGroup', ['listGroups'], () => {
    forget()
    announce(t('adminGroups.removed', { name }))
    go(adminPaths.groups(), { isRemoved: true })
  })
  const client = useQueryClient()
  // Where an application demands it since this page was opened, the page says which one.
  const readAgain = () => void client.invalidateQueries({ queryKey: ['readGroup'] })
  return (
    <ConfirmDialog
      title={t('adminGroups.removeTitle', { name })}
      confirmLabel={t('adminGroups.remove')}
      change={remove}
      onConfirm={() => remove.mutate({ params: { group: group.id } }, { onError: readAgain })}
      onCancel={onClose}
    >
      {t('adminGroups.removeText')}
    </ConfirmDialog>
  )
}

/** The page on which a group is added. */
export function NewGroupScreen() {
  const t = useTranslations()
  const go = useGo()
  const announce = useAnnounce()
  const create = useAdminChange('createGroup', ['listGroups'], ({ id }) => {
    announce(t('adminGroups.saved'))
    go(adminPaths.group(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.groups()}>{t('adminGroups.back')}</AdminLink>
        <PageHeading title={t('adminGroups.newTitle')} />
      </div>
      <GroupForm
        group={null}
        saveLabel={t('adminGroups.create')}
        change={create}
        onSave={(body, onError) => create.mutate({ body }, { onError })}
        onCancel={() => go(adminPaths.groups())}
      />
    </div>
  )
}
