// One resource, and the page that adds one: what can be done there, who may use it, what its tokens tell; changing it, and its end. Before people get other names there,
// the page says how many they are.
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useLanguage } from '../../../i18n/use-language.ts'
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
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminQuery, useForget } from '../queries.ts'
import { useGo, usePathId } from '../workbench/use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import type { ResourceInput } from './ResourceForm.tsx'
import { numberFormat } from '../../../ui/formats.ts'

type ResourceInFull = AdminAnswer<'readResource'>

export function ResourceScreen() {
  const t = useTranslations()
  const id = usePathId()
  const resource = useAdminQuery('readResource', { params: { id } })
  const [editing, setEditing] = useState<ResourceInFull | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { data } = resource
  const name = data ? cleanText(data.name, 80) : t('adminResources.title')
  // Whichever button was pressed is gone then.
  const edit = (next: ResourceInFull | null, saved = false) => {
    setEditing(next)
    setIsSaved(saved)
    setTimeout(focusPageHeading)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={editing ? t('adminResources.editTitle', { name }) : name}
        back={{ href: adminPaths.resources(), label: t('adminResources.back') }}
      />
      {resource.error && <ErrorState problem={resource.error.problem} onRetry={() => void resource.refetch()} />}
      {!data && !resource.error && <SkeletonRows />}
      {isSaved && !editing && <Notice tone="verified" title={t('adminResources.saved')} />}
      {editing ? (
        <EditResource resource={editing} onClose={(saved) => edit(null, saved)} />
      ) : (
        data && <Content resource={data} onEdit={() => edit(data)} />
      )}
    </div>
  )
}

function EditResource({ resource, onClose }: { resource: ResourceInFull; onClose: (saved: boolean) => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { id, people, changedAt } = resource
  const [switching, setSwitching] = useState<ResourceInput | null>(null)
  const save = useAdminChange('changeResource', ['readResource', 'listResources'], () => {
    announce(t('adminResources.saved'))
    onClose(true)
  })
  // What it was when this form was opened: somebody else's change meanwhile is not written over.
  const send = (body: ResourceInput, confirmed?: number) =>
    save.mutate({
      params: { id },
      body: { ...body, changedAt, ...(confirmed !== undefined && { confirmedPeople: confirmed }) },
    })
  return (
    <>
      <ResourceForm
        resource={resource}
        saveLabel={t('adminResources.save')}
        change={switching ? { isPending: false, error: null } : save}
        onSave={(body) => (body.subjects === resource.subjects || people === 0 ? send(body) : setSwitching(body))}
        onCancel={() => onClose(false)}
      />
      {switching && (
        <ConfirmDialog
          title={t('adminResources.switchTitle')}
          confirmLabel={t('adminResources.switchConfirm')}
          change={save}
          onConfirm={() => send(switching, people)}
          onCancel={() => {
            setSwitching(null)
            save.reset()
          }}
        >
          <p>{t('adminResources.switchText', { people })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Content({ resource, onEdit }: { resource: ResourceInFull; onEdit: () => void }) {
  const t = useTranslations()
  const lacking = useLacking('applications.change')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      {!resource.described && (
        <Notice tone="attention" title={t('adminResources.undescribed')}>
          <p>{t('adminResources.undescribedText')}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Button disabledReason={lacking} onClick={onEdit}>
          {t('adminResources.edit')}
        </Button>
        <Button
          look="danger"
          disabledReason={lacking ?? (resource.applications.length > 0 ? t('adminResources.listed') : undefined)}
          onClick={() => setIsRemoving(true)}
        >
          {t('adminResources.remove')}
        </Button>
      </div>
      <ResourceFacts resource={resource} />
      <Section title={t('adminResources.fields.scopes')}>
        <Sheet className="px-4 py-2 sm:px-5">
          {resource.scopes.length === 0 && <p className="py-2 text-soft">{t('adminResources.noScopes')}</p>}
          <dl className="divide-y divide-line">
            {resource.scopes.map(({ scope, description }) => (
              <div key={scope} className="grid gap-x-6 py-2 sm:grid-cols-[12rem_1fr]">
                <dt className="font-mono text-small [overflow-wrap:anywhere]">{cleanText(scope, 100)}</dt>
                <dd className={`[overflow-wrap:anywhere] ${description === null ? 'text-soft' : ''}`}>
                  {description === null ? t('adminResources.noMeaning') : cleanText(description, 200)}
                </dd>
              </div>
            ))}
          </dl>
        </Sheet>
      </Section>
      {isRemoving && <RemoveResource resource={resource} onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function ResourceFacts({ resource }: { resource: ResourceInFull }) {
  const t = useTranslations()
  const count = numberFormat(useLanguage().locale)
  const {
    claims,
    openTo,
    subjects,
    tokenLifeSeconds,
    algorithm,
    tokenType,
    applications,
    people,
    createdAt,
    changedAt,
  } = resource
  return (
    <Sheet className="px-4 py-4 sm:px-5">
      <Facts>
        <Fact label={t('adminResources.fields.resource')}>
          <code className="font-mono text-small [overflow-wrap:anywhere] select-all">
            {cleanText(resource.resource, 2048)}
          </code>
        </Fact>
        <Fact label={t('adminResources.openTo')}>{t(`adminResources.openings.${openTo}`)}</Fact>
        <Fact label={t('adminResources.applications')}>
          {applications.length === 0 && t('adminResources.noApplications')}
          <span className="flex flex-wrap gap-x-6 gap-y-2">
            {applications.map(({ id, name, scopes }) => (
              <span key={id} className="[overflow-wrap:anywhere]">
                <AdminLink href={adminPaths.application(id)}>{cleanText(name, 64) || cleanText(id, 64)}</AdminLink>{' '}
                <span className="font-mono text-caption text-soft">{cleanText(scopes.join(' '), 200)}</span>
              </span>
            ))}
          </span>
        </Fact>
        <Fact label={t('adminResources.people')}>{count.format(people)}</Fact>
        <Fact label={t('adminResources.fields.subjects')}>{t(`adminResources.subjects.${subjects}`)}</Fact>
        <Fact label={t('adminResources.fields.claims')}>
          {claims.length === 0
            ? t('adminResources.noClaims')
            : claims.map((claim) => t(`adminResources.claims.${claim}`)).join(', ')}
        </Fact>
        <Fact label={t('adminResources.fields.life')}>
          {tokenLifeSeconds === null
            ? t('adminResources.usualLife')
            : t('adminResources.seconds', { seconds: count.format(tokenLifeSeconds) })}
        </Fact>
        <Fact label={t('adminResources.fields.algorithm')}>{algorithm}</Fact>
        <Fact label={t('adminResources.fields.tokenType')}>{tokenType}</Fact>
        <Fact label={t('adminResources.columns.created')}>
          <RelativeTime at={createdAt} />
        </Fact>
        <Fact label={t('adminResources.changed')}>
          <RelativeTime at={changedAt} />
        </Fact>
      </Facts>
    </Sheet>
  )
}

function RemoveResource({ resource, onClose }: { resource: ResourceInFull; onClose: () => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const go = useGo()
  const name = cleanText(resource.name, 80)
  const forget = useForget({ id: resource.id })
  const remove = useAdminChange('removeResource', ['listResources'], () => {
    forget()
    announce(t('adminResources.removed', { name }))
    go(adminPaths.resources(), { isRemoved: true })
  })
  const client = useQueryClient()
  // Where an application lists it since this page was opened, the page says which one.
  const readAgain = () => void client.invalidateQueries({ queryKey: ['readResource'] })
  return (
    <ConfirmDialog
      title={t('adminResources.removeTitle', { name })}
      confirmLabel={t('adminResources.remove')}
      change={remove}
      onConfirm={() => remove.mutate({ params: { id: resource.id } }, { onError: readAgain })}
      onCancel={onClose}
    >
      {t('adminResources.removeText')}
    </ConfirmDialog>
  )
}

/** The page on which a resource is added. */
export function NewResourceScreen() {
  const t = useTranslations()
  const go = useGo()
  const announce = useAnnounce()
  const create = useAdminChange('createResource', ['listResources'], ({ id }) => {
    announce(t('adminResources.saved'))
    go(adminPaths.resource(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.resources()}>{t('adminResources.back')}</AdminLink>
        <PageHeading title={t('adminResources.newTitle')} />
      </div>
      <ResourceForm
        resource={null}
        saveLabel={t('adminResources.create')}
        change={create}
        onSave={(body) => create.mutate({ body })}
        onCancel={() => go(adminPaths.resources())}
      />
    </div>
  )
}
