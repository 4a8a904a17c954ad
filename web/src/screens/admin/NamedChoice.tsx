// A choice of what has a name and an id, such as the applications, that a list can be narrowed down to.
import { Choice } from '../../ui/Choice.tsx'
import { cleanText } from '../../ui/clean-text.ts'

interface NamedChoiceProps {
  label: string
  /** What stands there where none is chosen. */
  every: string
  value: string | undefined
  items: readonly { id: string; name: string }[] | undefined
  onChange: (id: string) => void
}

/** What the address names stays a choice, where it is not among the first of them, or is gone by now. */
export function NamedChoice({ label, every, value = '', items = [], onChange }: NamedChoiceProps) {
  const known = items.map(({ id, name }) => ({ value: id, label: cleanText(name, 64) || id }))
  const given = value === '' || items.some(({ id }) => id === value) ? [] : [{ value, label: cleanText(value, 64) }]
  return (
    <Choice
      label={label}
      value={value}
      options={[{ value: '', label: every }, ...given, ...known]}
      onChange={onChange}
    />
  )
}
