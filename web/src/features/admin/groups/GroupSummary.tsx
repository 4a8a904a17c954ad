// What a group is, above its members: the rule as a sentence, and what depends on it.
import { useId } from 'react'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import type { GroupDetailsResponse } from './group-form-types.ts'
import { toGroupRuleDraft } from './group-rule-draft.ts'
import { GroupRuleSentence } from './GroupRuleSentence.tsx'

export function GroupSummary({ group, onEdit }: { group: GroupDetailsResponse; onEdit: () => void }) {
  const t = useTranslations()
  const heading = useId()
  const draft = toGroupRuleDraft(group.rule)
  const ruleHref = `${adminPagePaths.group(group.id)}/rule`
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="sr-only">
        {t('adminGroups.ruleTitle')}
      </h2>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          {draft ? (
            <GroupRuleSentence draft={draft} detailsHref={ruleHref} />
          ) : (
            <AdminPageLink href={ruleHref}>{t('adminGroups.ruleTitle')}</AdminPageLink>
          )}
        </div>
        <EditGroupButton onEdit={onEdit} />
      </div>
      {group.description !== null && (
        <p className="max-w-[60ch] text-soft [overflow-wrap:anywhere]">{sanitizeDisplayText(group.description, 500)}</p>
      )}
      <GroupFacts group={group} />
    </section>
  )
}

export function EditGroupButton({ onEdit }: { onEdit: () => void }) {
  const t = useTranslations()
  return (
    <Button small disabledReason={useMissingPermissionReason('groups.change')} onClick={onEdit}>
      {t('adminGroups.edit')}
    </Button>
  )
}

function GroupFacts({ group }: { group: GroupDetailsResponse }) {
  const t = useTranslations()
  const { id, members, readAt, applications } = group
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-small text-soft">
      <li>
        {t('adminGroups.memberCount', { count: members })}
        {', '}
        {readAt === null
          ? t('adminGroups.notCheckedYet')
          : t.rich('adminGroups.lastChecked', { time: () => <RelativeTime key="time" at={readAt} /> })}
      </li>
      <li className="min-w-0 [overflow-wrap:anywhere]">
        {applications.length === 0
          ? t('adminGroups.requiredByNone')
          : t.rich('adminGroups.requiredBy', {
              applications: () => <RequiringApplications key="applications" group={group} />,
            })}
      </li>
      <li>
        {t.rich('adminGroups.idShown', {
          id: () => (
            <code key="id" className="font-mono">
              {id}
            </code>
          ),
        })}
      </li>
    </ul>
  )
}

export function RequiringApplications({ group: { applications } }: { group: GroupDetailsResponse }) {
  return (
    <span className="inline-flex flex-wrap gap-x-4 gap-y-1">
      {applications.map(({ id, name }) => (
        <AdminPageLink key={id} href={adminPagePaths.application(id)}>
          {sanitizeDisplayText(name, 64) || sanitizeDisplayText(id, 64)}
        </AdminPageLink>
      ))}
    </span>
  )
}
