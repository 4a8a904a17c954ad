// The page on which a resource is added.
import { adminPaths } from '../../../admin-paths.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import { useGo } from '../use-address.ts'
import { ResourceForm } from './ResourceForm.tsx'

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
        lacking={useLacking('applications.change')}
        change={create}
        onSave={(body) => create.mutate({ body })}
        onCancel={() => go(adminPaths.resources())}
      />
    </div>
  )
}
