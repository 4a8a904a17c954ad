// What the list of people can be narrowed down to.
import { ways } from '@countersign/api/ways'
import type { Way } from '@countersign/api/ways'
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import { FilterChoice, FilterNamed } from '../workbench/FilterBar.tsx'

const statuses = ['active', 'suspended', 'merged'] as const

interface PeopleView {
  status?: (typeof statuses)[number]
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
  return (
    <>
      <FilterChoice
        label={words.status}
        value={view.status ?? ''}
        options={statuses.map((value) => ({ value, label: words.statuses[value] }))}
        onChange={(status) => choose({ status })}
      />
      <FilterChoice
        label={words.role}
        value={view.role ?? ''}
        options={roles.map((value) => ({ value, label: roleWords[value] }))}
        onChange={(role) => choose({ role })}
      />
      <FilterChoice
        label={words.way}
        value={view.way ?? ''}
        options={ways.map((value) => ({ value, label: words.ways[value] }))}
        onChange={(way) => choose({ way })}
      />
      <FilterNamed
        label={words.group}
        value={view.group}
        items={groups.data?.items}
        onChange={(group) => choose({ group })}
      />
      <FilterNamed
        label={words.application}
        value={view.application}
        items={applications.data?.items}
        onChange={(application) => choose({ application })}
      />
    </>
  )
}
