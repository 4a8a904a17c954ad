// What a person belongs to: the applications that they signed in to, and the groups by whose rules they are members.
import { adminPaths } from '../../../admin-paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { List, ListRow } from '../../../ui/List.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { Table } from '../Table.tsx'
import type { PersonInFull } from './person-in-full.ts'

export function PersonApplications({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').applications
  const { columns } = words
  return (
    <Section title={words.title}>
      {person.applications.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          items={person.applications}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              head: columns.name,
              isHead: true,
              cell: ({ id, name }) => (
                <AdminLink href={adminPaths.application(id)}>{cleanText(name, 64) || cleanText(id, 64)}</AdminLink>
              ),
            },
            {
              id: 'allowed',
              head: columns.allowed,
              cell: ({ scopes }) => <span className="font-mono text-caption">{scopes.join(' ')}</span>,
            },
            { id: 'used', head: columns.used, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
            {
              id: 'state',
              head: columns.state,
              cell: ({ active }) => (active ? <Badge>{words.live}</Badge> : words.notLive),
            },
          ]}
        />
      )}
    </Section>
  )
}

export function PersonGroups({ person }: { person: PersonInFull }) {
  const words = useChapter('adminPeople').groups
  return (
    <Section title={words.title}>
      {person.groups.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <List label={words.title}>
          {person.groups.map(({ id, name, checkedAt, unreachableSince }) => (
            <ListRow key={id} head={<AdminLink href={adminPaths.group(id)}>{cleanText(name, 80) || id}</AdminLink>}>
              <p className="text-small text-soft">
                {words.read} <RelativeTime at={checkedAt} />. {unreachableSince !== null && words.unreachable}
              </p>
            </ListRow>
          ))}
        </List>
      )}
    </Section>
  )
}
