// What the list of people can be narrowed down to.
import { roles } from '@countersign/api/permissions'
import type { Role } from '@countersign/api/permissions'
import { Choice } from '../../../ui/Choice.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'

interface PeopleView {
  status?: 'active' | 'suspended' | 'merged'
  role?: Role
  way?: 'key' | 'contract' | 'passkey'
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
        options={[every, ...(['active', 'suspended', 'merged'] as const).map((value) => ({ value, label: words.statuses[value] }))]}
        onChange={(status) => choose({ status })}
      />
      <Choice label={words.role} value={view.role ?? ''} options={[every, ...roles.map((value) => ({ value, label: roleWords[value] }))]} onChange={(role) => choose({ role })} />
      <Choice
        label={words.way}
        value={view.way ?? ''}
        options={[every, ...(['key', 'contract', 'passkey'] as const).map((value) => ({ value, label: words.ways[value] }))]}
        onChange={(way) => choose({ way })}
      />
      <NamedChoice label={words.group} value={view.group} items={groups.data?.items} onChange={(group) => choose({ group })} />
      <NamedChoice label={words.application} value={view.application} items={applications.data?.items} onChange={(application) => choose({ application })} />
    </>
  )
}

interface NamedChoiceProps {
  label: string
  value: string | undefined
  items: readonly { id: string; name: string }[] | undefined
  onChange: (id: string) => void
}

/** Of what has a name and an id; what the address names stays a choice, where it is not among the first of them. */
function NamedChoice({ label, value = '', items = [], onChange }: NamedChoiceProps) {
  const words = useChapter('adminPeople')
  const known = items.map(({ id, name }) => ({ value: id, label: cleanText(name, 64) || id }))
  const given = value === '' || items.some(({ id }) => id === value) ? [] : [{ value, label: cleanText(value, 64) }]
  return <Choice label={label} value={value} options={[{ value: '', label: words.every }, ...given, ...known]} onChange={onChange} />
}
