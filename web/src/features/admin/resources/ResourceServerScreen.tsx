import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { ConfirmAdminActionDialog } from '../ConfirmAdminActionDialog.tsx'
import { DescriptionItem, DescriptionList } from '../DescriptionList.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation, useAdminQuery, useClearRemovedItemQueryCache } from '../admin-query-hooks.ts'
import { useAdminNavigate, useItemIdFromUrlPath } from '../master-detail/admin-url-state.ts'
import { DetailScreenHeader } from '../master-detail/DetailScreenHeader.tsx'
import { ResourceServerForm } from './ResourceServerForm.tsx'
import type { ResourceServerFormValues } from './ResourceServerForm.tsx'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

type ResourceDetails = AdminApiEndpointOutput<'readResource'>

export function ResourceServerScreen() {
  const t = useTranslations()
  const id = useItemIdFromUrlPath()
  const resource = useAdminQuery('readResource', { params: { id } })
  const [editing, setEditing] = useState<ResourceDetails | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { data } = resource
  const name = data ? sanitizeDisplayText(data.name, 80) : t('adminResources.title')
  const edit = (next: ResourceDetails | null, saved = false) => {
    setEditing(next)
    setIsSaved(saved)
    setTimeout(focusPageHeading)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailScreenHeader
        title={editing ? t('adminResources.editTitle', { name }) : name}
        back={{ href: adminPagePaths.resources(), label: t('adminResources.back') }}
      />
      {resource.error && <LoadErrorPanel problem={resource.error.problem} onRetry={() => void resource.refetch()} />}
      {!data && !resource.error && <SkeletonRows />}
      {isSaved && !editing && <InlineNotice tone="verified" title={t('adminResources.saved')} />}
      {editing ? (
        <EditResource resource={editing} onClose={(saved) => edit(null, saved)} />
      ) : (
        data && <ResourceContent resource={data} onEdit={() => edit(data)} />
      )}
    </div>
  )
}

function EditResource({ resource, onClose }: { resource: ResourceDetails; onClose: (saved: boolean) => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { id, people, changedAt } = resource
  const [switching, setSwitching] = useState<ResourceServerFormValues | null>(null)
  const save = useAdminMutation('changeResource', ['readResource', 'listResources'], () => {
    announce(t('adminResources.saved'))
    onClose(true)
  })
  const send = (body: ResourceServerFormValues, confirmed?: number) =>
    save.mutate({
      params: { id },
      body: { ...body, changedAt, ...(confirmed !== undefined && { confirmedPeople: confirmed }) },
    })
  return (
    <>
      <ResourceServerForm
        resource={resource}
        saveLabel={t('adminResources.save')}
        mutation={switching ? { isPending: false, error: null } : save}
        onSave={(body) => (body.subjects === resource.subjects || people === 0 ? send(body) : setSwitching(body))}
        onCancel={() => onClose(false)}
      />
      {switching && (
        <ConfirmAdminActionDialog
          title={t('adminResources.switchTitle')}
          confirmLabel={t('adminResources.switchConfirm')}
          mutation={save}
          onConfirm={() => send(switching, people)}
          onCancel={() => {
            setSwitching(null)
            save.reset()
          }}
        >
          <p>{t('adminResources.switchText', { people })}</p>
        </ConfirmAdminActionDialog>
      )}
    </>
  )
}

function ResourceContent({ resource, onEdit }: { resource: ResourceDetails; onEdit: () => void }) {
  const t = useTranslations()
  const disabledReason = useMissingPermissionReason('applications.change')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      {!resource.described && (
        <InlineNotice tone="attention" title={t('adminResources.undescribed')}>
          <p>{t('adminResources.undescribedText')}</p>
        </InlineNotice>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Button disabledReason={disabledReason} onClick={onEdit}>
          {t('adminResources.edit')}
        </Button>
        <Button
          look="danger"
          disabledReason={disabledReason ?? (resource.applications.length > 0 ? t('adminResources.listed') : undefined)}
          onClick={() => setIsRemoving(true)}
        >
          {t('adminResources.remove')}
        </Button>
      </div>
      <ResourceDescription resource={resource} />
      <PageSection title={t('adminResources.fields.scopes')}>
        <Card className="px-4 py-2 sm:px-5">
          {resource.scopes.length === 0 && <p className="py-2 text-soft">{t('adminResources.noScopes')}</p>}
          <dl className="divide-y divide-line">
            {resource.scopes.map(({ scope, description }) => (
              <div key={scope} className="grid gap-x-6 py-2 sm:grid-cols-[13.75rem_minmax(0,1fr)]">
                <dt className="font-mono text-small [overflow-wrap:anywhere]">{sanitizeDisplayText(scope, 100)}</dt>
                <dd className={`[overflow-wrap:anywhere] ${description === null ? 'text-soft' : ''}`}>
                  {description === null ? t('adminResources.noMeaning') : sanitizeDisplayText(description, 200)}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      </PageSection>
      {isRemoving && <DeleteResourceDialog resource={resource} onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function ResourceDescription({ resource }: { resource: ResourceDetails }) {
  const t = useTranslations()
  const count = getNumberFormat(usePageLanguage().locale)
  const {
    claims,
    openTo,
    subjects,
    tokenLifetimeSeconds,
    algorithm,
    tokenType,
    applications,
    people,
    createdAt,
    changedAt,
  } = resource
  return (
    <Card className="px-4 py-4 sm:px-5">
      <DescriptionList>
        <DescriptionItem label={t('adminResources.fields.resource')}>
          <code className="font-mono text-small [overflow-wrap:anywhere] select-all">
            {sanitizeDisplayText(resource.resource, 2048)}
          </code>
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.openTo')}>{t(`adminResources.openings.${openTo}`)}</DescriptionItem>
        <DescriptionItem label={t('adminResources.applications')}>
          {applications.length === 0 && t('adminResources.noApplications')}
          <span className="flex flex-wrap gap-x-6 gap-y-2">
            {applications.map(({ id, name, scopes }) => (
              <span key={id} className="[overflow-wrap:anywhere]">
                <AdminPageLink href={adminPagePaths.application(id)}>
                  {sanitizeDisplayText(name, 64) || sanitizeDisplayText(id, 64)}
                </AdminPageLink>{' '}
                <span className="font-mono text-caption text-soft">{sanitizeDisplayText(scopes.join(' '), 200)}</span>
              </span>
            ))}
          </span>
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.people')}>{count.format(people)}</DescriptionItem>
        <DescriptionItem label={t('adminResources.fields.subjects')}>
          {t(`adminResources.subjects.${subjects}`)}
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.fields.claims')}>
          {claims.length === 0
            ? t('adminResources.noClaims')
            : claims.map((claim) => t(`adminResources.claims.${claim}`)).join(', ')}
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.fields.life')}>
          {tokenLifetimeSeconds === null
            ? t('adminResources.usualLife')
            : t('adminResources.seconds', { seconds: count.format(tokenLifetimeSeconds) })}
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.fields.algorithm')}>{algorithm}</DescriptionItem>
        <DescriptionItem label={t('adminResources.fields.tokenType')}>{tokenType}</DescriptionItem>
        <DescriptionItem label={t('adminResources.columns.created')}>
          <RelativeTime at={createdAt} />
        </DescriptionItem>
        <DescriptionItem label={t('adminResources.changed')}>
          <RelativeTime at={changedAt} />
        </DescriptionItem>
      </DescriptionList>
    </Card>
  )
}

function DeleteResourceDialog({ resource, onClose }: { resource: ResourceDetails; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const go = useAdminNavigate()
  const name = sanitizeDisplayText(resource.name, 80)
  const forget = useClearRemovedItemQueryCache({ id: resource.id })
  const remove = useAdminMutation('removeResource', ['listResources'], () => {
    forget()
    announce(t('adminResources.removed', { name }))
    go(adminPagePaths.resources(), { isRemoved: true })
  })
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: ['readResource'] })
  return (
    <ConfirmAdminActionDialog
      title={t('adminResources.removeTitle', { name })}
      confirmLabel={t('adminResources.remove')}
      mutation={remove}
      onConfirm={() => remove.mutate({ params: { id: resource.id } }, { onError: readAgain })}
      onCancel={onClose}
    >
      {t('adminResources.removeText')}
    </ConfirmAdminActionDialog>
  )
}

export function NewResourceServerScreen() {
  const t = useTranslations()
  const go = useAdminNavigate()
  const announce = useAnnounce()
  const create = useAdminMutation('createResource', ['listResources'], ({ id }) => {
    announce(t('adminResources.saved'))
    go(adminPagePaths.resource(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminPageLink href={adminPagePaths.resources()}>{t('adminResources.back')}</AdminPageLink>
        <PageHeading title={t('adminResources.newTitle')} />
      </div>
      <ResourceServerForm
        resource={null}
        saveLabel={t('adminResources.create')}
        mutation={create}
        onSave={(body) => create.mutate({ body })}
        onCancel={() => go(adminPagePaths.resources())}
      />
    </div>
  )
}
