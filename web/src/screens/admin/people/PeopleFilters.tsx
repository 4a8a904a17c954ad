// What the list of people can be narrowed down to.
import { ways } from '@countersign/api/ways'
import type { Way } from '@countersign/api/ways'
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { Choice } from '../../../ui/Choice.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { NamedChoice } from '../NamedChoice.tsx'
import { useAdminQuery } from '../queries.ts'

interface PeopleView {
  status?: 'active' | 'suspended' | 'merged'
  role?: Role
  way?: Way
  group?: string
  application?: string
}

interface PeopleFiltersProps {
  view: PeopleView
  choose: (changes: { [Name in keyof PeopleView]?: PeopleView[Name] | '' }) => void
}

export function PeopleFilters({ view, choose }: PeopleFiltersProps) {
  const words = useChapter('adminPeople')
  const { roles: roleWords } = useChapter('admin')
  const groups = useAdminQuery('listGroups', { query: {} })
  const applications = useAdminQuery('listApplications', { query: {} })
  const every = { value: '', label: words.every } as const
  return (
    <>
      <Choice
        label={words.status}
        value={view.status ?? ''}
        options={[
          every,
          ...(['active', 'suspended', 'merged'] as const).map((value) => ({ value, label: words.statuses[value] })),
        ]}
        onChange={(status) => choose({ status })}
      />
      <Choice
        label={words.role}
        value={view.role ?? ''}
        options={[every, ...roles.map((value) => ({ value, label: roleWords[value] }))]}
        onChange={(role) => choose({ role })}
      />
      <Choice
        label={words.way}
        value={view.way ?? ''}
        options={[every, ...ways.map((value) => ({ value, label: words.ways[value] }))]}
        onChange={(way) => choose({ way })}
      />
      <NamedChoice
        label={words.group}
        every={words.every}
        value={view.group}
        items={groups.data?.items}
        onChange={(group) => choose({ group })}
      />
      <NamedChoice
        label={words.application}
        every={words.every}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
    </>
  )
}
