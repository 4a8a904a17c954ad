// A person wherever the administration names one: what they look like, what they are called, and the way to their page. Names are
// what strangers chose, so that what shows nothing or turns the reading direction is taken out (THREATS N4).
import { adminPaths } from '../../../api/admin-paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { personInWords } from '../../../ui/person-name.ts'
import { useInRow } from '../../../ui/in-row.ts'
import { Portrait } from '../../../ui/Portrait.tsx'
import { AdminLink } from './AdminLink.tsx'
import { rowLink } from './row-link.ts'

export interface NamedPerson {
  id: string
  displayName: string | null
  address: string | null
  walletName: string | null
  picture?: string | null
}

/** What a person is called in a sentence: their id, where there is nothing else. */
export function namePerson({ id, displayName, address, walletName }: NamedPerson): string {
  const own = displayName === null ? '' : cleanText(displayName, 64)
  return personInWords({ displayName: own === '' ? null : own, address, walletName }) ?? id
}

export function PersonLink({ person, size = 28 }: { person: NamedPerson; size?: number }) {
  const { id, address, picture = null } = person
  const isInRow = useInRow() !== null
  return (
    <span translate="no" className={`${isInRow ? 'flex' : 'inline-flex'} min-w-0 items-center gap-2.5`}>
      <Portrait person={{ id, address, picture, walletPicture: null }} size={size} />
      <AdminLink
        href={adminPaths.person(id)}
        className={
          isInRow
            ? rowLink
            : 'inline-flex min-h-6 min-w-0 items-center text-ink underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink'
        }
      >
        {namePerson(person)}
      </AdminLink>
    </span>
  )
}
