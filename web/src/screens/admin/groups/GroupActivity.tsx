// Who came to belong to a group and who left it, what was changed in it, and the way to all of it.
import { adminPaths } from '../../../admin-paths.ts'
import { useChapter } from '../../../words/use-words.ts'
import { NewestLines } from '../activity/NewestLines.tsx'
import { AdminLink } from '../AdminLink.tsx'

export function GroupActivity({ groupId }: { groupId: string }) {
  const words = useChapter('adminGroups').activity
  return (
    <NewestLines title={words.title} none={words.none} query={{ group: groupId }} areOfMany>
      <AdminLink href={adminPaths.activity({ group: groupId })}>{words.see}</AdminLink>
      <AdminLink href={adminPaths.activity({ group: groupId, type: 'group.left' })}>{words.left}</AdminLink>
    </NewestLines>
  )
}
