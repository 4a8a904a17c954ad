// What the list of tokens says of each.
import type { AdminToken } from '@countersign/api/admin-calls'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { useNow } from '../../../ui/clock.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { PersonLink } from '../PersonLink.tsx'
import type { Column } from '../Table.tsx'

export function useTokenColumns(onRevoke: (token: AdminToken) => void): Column<AdminToken>[] {
  const words = useChapter('adminTokens')
  const now = useNow()
  const lacking = useLacking('tokens.own')
  const { columns, states } = words
  const nameOf = ({ name }: AdminToken) => cleanText(name, 64) || words.unnamed
  const stateOf = ({ revokedAt, expiresAt }: AdminToken) =>
    revokedAt !== null ? 'revoked' : Date.parse(expiresAt) <= now ? 'expired' : 'live'
  return [
    {
      id: 'name',
      head: columns.name,
      isHead: true,
      cell: (token) => <span className="font-semibold">{nameOf(token)}</span>,
    },
    {
      id: 'may',
      head: columns.may,
      cell: ({ permissions }) => permissions.map((permission) => wordsFor(words.permissions, permission)).join(', '),
    },
    { id: 'madeBy', head: columns.madeBy, cell: ({ madeBy }) => <PersonLink person={madeBy} size={22} /> },
    { id: 'made', head: columns.made, sort: 'made', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { id: 'expires', head: columns.expires, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    {
      id: 'used',
      head: columns.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : <RelativeTime at={lastUsedAt} />),
    },
    {
      id: 'state',
      isAction: true,
      head: columns.state,
      cell: (token) =>
        stateOf(token) === 'live' ? (
          <Button
            small
            disabledReason={lacking}
            aria-label={words.revokeNamed(nameOf(token))}
            onClick={() => onRevoke(token)}
          >
            {words.revoke}
          </Button>
        ) : (
          <Badge tone="attention">{states[stateOf(token)]}</Badge>
        ),
    },
  ]
}

/** A server that is newer than this page can have permissions that the page does not know. */
function wordsFor(known: Readonly<Record<string, string>>, permission: string): string {
  return Object.hasOwn(known, permission) ? (known[permission] ?? permission) : cleanText(permission, 40)
}
