// The page on which a group is made.
import { adminPaths } from '../../../admin-paths.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import { useGo } from '../use-address.ts'
import { GroupForm } from './GroupForm.tsx'

export function NewGroupScreen() {
  const words = useChapter('adminGroups')
  const go = useGo()
  const announce = useAnnounce()
  const create = useAdminChange('createGroup', ['listGroups'], ({ id }) => {
    announce(words.saved)
    go(adminPaths.group(id))
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.groups()}>{words.back}</AdminLink>
        <PageHeading title={words.newTitle} />
      </div>
      <GroupForm
        group={null}
        saveLabel={words.create}
        lacking={useLacking('groups.change')}
        change={create}
        onSave={(body, onError) => create.mutate({ body }, { onError })}
        onCancel={() => go(adminPaths.groups())}
      />
    </div>
  )
}
