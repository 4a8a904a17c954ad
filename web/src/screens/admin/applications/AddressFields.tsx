// The addresses of an application, a field each, with what is wrong at the very one that it is wrong with.
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { faultAt, textsOf } from './draft.ts'
import type { Definition, Fault } from './draft.ts'

interface AddressFieldsProps {
  label: string
  hint: string
  member: 'redirectUris' | 'postLogoutUris' | 'hosts' | 'openPaths'
  draft: Definition
  faults: readonly Fault[]
  /** Whether the list itself is told to be wrong: not before somebody has tried. */
  isTried: boolean
  onChange: (changes: Definition) => void
}

/** As many as the server takes. */
const most = 20

export function AddressFields({ label, hint, member, draft, faults, isTried, onChange }: AddressFieldsProps) {
  const words = useChapter('adminApplications')
  const written = textsOf(draft, member)
  const shown = written.length === 0 ? [''] : written
  const listFault = isTried ? faultAt(faults, draft, member) : null
  const tell = (fault: Fault | null) => (fault === null ? null : words.fault(fault))
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-2">
      {shown.map((address, place) => (
        <TextField
          // A field is its place: there is nothing else to know it by.
          key={place}
          label={place === 0 ? label : words.fields.numbered(label, place + 1)}
          hint={place === 0 ? hint : undefined}
          fault={tell(faultAt(faults, draft, member, place) ?? (place === 0 ? listFault : null))}
          value={address}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) =>
            onChange({ [member]: shown.map((other, at) => (at === place ? target.value : other)) })
          }
        />
      ))}
      {shown.at(-1) !== '' && shown.length < most && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          aria-label={words.fields.addNamed(label)}
          onClick={() => onChange({ [member]: [...shown, ''] })}
        >
          {words.fields.add}
        </Button>
      )}
    </div>
  )
}
