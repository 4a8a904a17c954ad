// One resource, and the page that adds one: what can be done there, who may use it, what its tokens tell; changing it, and its end. Before people get other names there,
// the page says how many they are.
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { adminPaths } from '../../../admin-paths.ts'
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
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Fact, Facts } from '../Facts.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminQuery, useForget } from '../queries.ts'
import { useGo, usePathId } from '../use-address.ts'
import { DetailHead } from '../workbench/DetailHead.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import type { ResourceInput } from './ResourceForm.tsx'
import { numberFormat } from '../../../ui/formats.ts'

type ResourceInFull = AdminAnswer<'readResource'>

export function ResourceScreen() {
  const words = useChapter('adminResources')
  const id = usePathId()
  const resource = useAdminQuery('readResource', { params: { id } })
  const [editing, setEditing] = useState<ResourceInFull | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const { data } = resource
  const name = data ? cleanText(data.name, 80) : words.title
  // Whichever button was pressed is gone then.
  const edit = (next: ResourceInFull | null, saved = false) => {
    setEditing(next)
    setIsSaved(saved)
    setTimeout(focusPageHeading)
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <DetailHead
        title={editing ? words.editTitle(name) : name}
        back={{ href: adminPaths.resources(), label: words.back }}
      />
      {resource.error && <ErrorState problem={resource.error.problem} onRetry={() => void resource.refetch()} />}
      {!data && !resource.error && <SkeletonRows />}
      {isSaved && !editing && <Notice tone="verified" title={words.saved} />}
      {editing ? (
        <EditResource resource={editing} onClose={(saved) => edit(null, saved)} />
      ) : (
        data && <Content resource={data} onEdit={() => edit(data)} />
      )}
    </div>
  )
}

function EditResource({ resource, onClose }: { resource: ResourceInFull; onClose: (saved: boolean) => void }) {
  const words = useChapter('adminResources')
  const announce = useAnnounce()
  const { locale } = useSpeech()
  const { id, people, changedAt } = resource
  const [switching, setSwitching] = useState<ResourceInput | null>(null)
  const save = useAdminChange('changeResource', ['readResource', 'listResources'], () => {
    announce(words.saved)
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
        saveLabel={words.save}
        change={switching ? { isPending: false, error: null } : save}
        onSave={(body) => (body.subjects === resource.subjects || people === 0 ? send(body) : setSwitching(body))}
        onCancel={() => onClose(false)}
      />
      {switching && (
        <ConfirmDialog
          title={words.switchTitle}
          confirmLabel={words.switchConfirm}
          change={save}
          onConfirm={() => send(switching, people)}
          onCancel={() => {
            setSwitching(null)
            save.reset()
          }}
        >
          <p>{words.switchText(numberFormat(locale).format(people), people)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Content({ resource, onEdit }: { resource: ResourceInFull; onEdit: () => void }) {
  const words = useChapter('adminResources')
  const lacking = useLacking('applications.change')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      {!resource.described && (
        <Notice tone="attention" title={words.undescribed}>
          <p>{words.undescribedText}</p>
        </Notice>
      )}
      <div className="flex flex-wrap items-start gap-3">
        <Button disabledReason={lacking} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          look="danger"
          disabledReason={lacking ?? (resource.applications.length > 0 ? words.listed : undefined)}
          onClick={() => setIsRemoving(true)}
        >
          {words.remove}
        </Button>
      </div>
      <ResourceFacts resource={resource} />
      <Section title={words.fields.scopes}>
        <Sheet className="px-4 py-2 sm:px-5">
          {resource.scopes.length === 0 && <p className="py-2 text-soft">{words.noScopes}</p>}
          <dl className="divide-y divide-line">
            {resource.scopes.map(({ scope, description }) => (
              <div key={scope} className="grid gap-x-6 py-2 sm:grid-cols-[12rem_1fr]">
                <dt className="font-mono text-small [overflow-wrap:anywhere]">{cleanText(scope, 100)}</dt>
                <dd className={`[overflow-wrap:anywhere] ${description === null ? 'text-soft' : ''}`}>
                  {description === null ? words.noMeaning : cleanText(description, 200)}
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
  const words = useChapter('adminResources')
  const count = numberFormat(useSpeech().locale)
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
        <Fact label={words.fields.resource}>
          <code className="font-mono text-small [overflow-wrap:anywhere] select-all">
            {cleanText(resource.resource, 2048)}
          </code>
        </Fact>
        <Fact label={words.openTo}>{words.openings[openTo]}</Fact>
        <Fact label={words.applications}>
          {applications.length === 0 && words.noApplications}
          <span className="flex flex-wrap gap-x-6 gap-y-2">
            {applications.map(({ id, name, scopes }) => (
              <span key={id} className="[overflow-wrap:anywhere]">
                <AdminLink href={adminPaths.application(id)}>{cleanText(name, 64) || cleanText(id, 64)}</AdminLink>{' '}
                <span className="font-mono text-caption text-soft">{cleanText(scopes.join(' '), 200)}</span>
              </span>
            ))}
          </span>
        </Fact>
        <Fact label={words.people}>{count.format(people)}</Fact>
        <Fact label={words.fields.subjects}>{words.subjects[subjects]}</Fact>
        <Fact label={words.fields.claims}>
          {claims.length === 0 ? words.noClaims : claims.map((claim) => words.claims[claim]).join(', ')}
        </Fact>
        <Fact label={words.fields.life}>
          {tokenLifeSeconds === null ? words.usualLife : words.seconds(count.format(tokenLifeSeconds))}
        </Fact>
        <Fact label={words.fields.algorithm}>{algorithm}</Fact>
        <Fact label={words.fields.tokenType}>{tokenType}</Fact>
        <Fact label={words.columns.created}>
          <RelativeTime at={createdAt} />
        </Fact>
        <Fact label={words.changed}>
          <RelativeTime at={changedAt} />
        </Fact>
      </Facts>
    </Sheet>
  )
}

function RemoveResource({ resource, onClose }: { resource: ResourceInFull; onClose: () => void }) {
  const words = useChapter('adminResources')
  const announce = useAnnounce()
  const go = useGo()
  const name = cleanText(resource.name, 80)
  const forget = useForget({ id: resource.id })
  const remove = useAdminChange('removeResource', ['listResources'], () => {
    forget()
    announce(words.removed(name))
    go(adminPaths.resources(), { isRemoved: true })
  })
  const client = useQueryClient()
  // Where an application lists it since this page was opened, the page says which one.
  const readAgain = () => void client.invalidateQueries({ queryKey: ['readResource'] })
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      confirmLabel={words.remove}
      change={remove}
      onConfirm={() => remove.mutate({ params: { id: resource.id } }, { onError: readAgain })}
      onCancel={onClose}
    >
      {words.removeText}
    </ConfirmDialog>
  )
}

/** The page on which a resource is added. */
export function NewResourceScreen() {
  const words = useChapter('adminResources')
  const go = useGo()
  const announce = useAnnounce()
  const create = useAdminChange('createResource', ['listResources'], ({ id }) => {
    announce(words.saved)
    go(adminPaths.resource(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.resources()}>{words.back}</AdminLink>
        <PageHeading title={words.newTitle} />
      </div>
      <ResourceForm
        resource={null}
        saveLabel={words.create}
        change={create}
        onSave={(body) => create.mutate({ body })}
        onCancel={() => go(adminPaths.resources())}
      />
    </div>
  )
}
