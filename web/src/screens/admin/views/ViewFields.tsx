// What is chosen of a view: its name, and for owners whether everybody with a role finds it.
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import type { Chapters } from '../../../words/shape.ts'
import { useAdmin } from '../admin-context.ts'

/** As much as the server takes. */
const mostLetters = 64

/** What is wrong with a name; null where nothing is. */
export function nameFault(words: Chapters['admin']['views'], name: string): string | null {
  const given = name.trim()
  if (given === '') return words.nameMissing
  return given.length > mostLetters ? words.nameLong(mostLetters) : null
}

interface ViewFieldsProps {
  name: string
  shared: boolean
  fault: string | null
  onName: (name: string) => void
  onShared: (shared: boolean) => void
}

export function ViewFields({ name, shared, fault, onName, onShared }: ViewFieldsProps) {
  const words = useChapter('admin').views
  const { permissions } = useAdmin()
  return (
    <>
      <TextField
        label={words.name}
        fault={fault}
        value={name}
        autoComplete="off"
        onChange={({ target }) => onName(target.value)}
      />
      {permissions.includes('settings.change') && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={shared}
            onChange={({ target }) => onShared(target.checked)}
            className="size-5 accent-seal"
          />
          {words.share}
        </label>
      )}
    </>
  )
}
