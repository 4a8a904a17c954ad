// The newest of what happened to a person, and the way to all of it, and to what they did to others.
import { adminPaths } from '../../../admin-paths.ts'
import { useChapter } from '../../../words/use-words.ts'
import { NewestLines } from '../activity/NewestLines.tsx'
import { AdminLink } from '../AdminLink.tsx'
import type { PersonInFull } from './person-in-full.ts'

export function PersonActivity({ person: { id } }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').activity
  return (
    <NewestLines title={words.title} none={words.none} query={{ person: id }}>
      <AdminLink href={adminPaths.activity({ person: id })}>{words.see}</AdminLink>
      <AdminLink href={adminPaths.activity({ actor: id })}>{words.did}</AdminLink>
    </NewestLines>
  )
}
