// Link to a person; the untrusted name is stripped of deceptive characters (THREATS N4).
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { formatPersonName } from '../../../ui/format-person-name.ts'
import { useTableCellKind } from '../../../ui/table-cell-kind-context.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { AdminPageLink } from './AdminPageLink.tsx'
import { listRowLinkClass } from './list-row-css-classes.ts'

export interface PersonDisplayNameFields {
  id: string
  displayName: string | null
  address: string | null
  walletName: string | null
  picture?: string | null
}

export function getPersonLabel({ id, displayName, address, walletName }: PersonDisplayNameFields): string {
  const own = displayName === null ? '' : sanitizeDisplayText(displayName, 64)
  return formatPersonName({ displayName: own === '' ? null : own, address, walletName }) ?? id
}

export function PersonLink({ person, size = 28 }: { person: PersonDisplayNameFields; size?: number }) {
  const { id, address, picture = null } = person
  const isInRow = useTableCellKind() !== null
  return (
    <span translate="no" className={`${isInRow ? 'flex' : 'inline-flex'} min-w-0 items-center gap-2.5`}>
      <PersonAvatar person={{ id, address, picture, walletPicture: null }} size={size} />
      <AdminPageLink
        href={adminPagePaths.person(id)}
        className={
          isInRow
            ? listRowLinkClass
            : 'inline-flex min-h-6 min-w-0 items-center text-ink underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink'
        }
      >
        {getPersonLabel(person)}
      </AdminPageLink>
    </span>
  )
}
