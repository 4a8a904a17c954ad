// The scopes of a resource, a line each: what clients ask for, and what people read of it at the consent.
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { placeSent } from './resource-draft.ts'
import type { Fault, ResourceInput } from './resource-draft.ts'

interface ScopeFieldsProps {
  scopes: ResourceInput['scopes']
  faults: readonly Fault[]
  onChange: (scopes: ResourceInput['scopes']) => void
}

/** As many as the server takes. */
const most = 50

export function ScopeFields({ scopes, faults, onChange }: ScopeFieldsProps) {
  const words = useChapter('adminResources').fields
  const { fault: say } = useChapter('adminApplications')
  const shown = scopes.length === 0 ? [{ scope: '', description: null }] : scopes
  const tell = (place: number, member: 'scope' | 'description') => {
    const path = `scopes[${placeSent(shown, place)}].${member}`
    const found = faults.find(
      (one) => one.path === path || (place === 0 && member === 'scope' && one.path === 'scopes'),
    )
    return found === undefined ? null : say(found)
  }
  const change = (place: number, more: Partial<ResourceInput['scopes'][number]>) =>
    onChange(shown.map((one, at) => (at === place ? { ...one, ...more } : one)))
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="font-semibold">{words.scopes}</legend>
      <p className="text-small text-soft">{words.scopesHint}</p>
      {shown.map(({ scope, description }, place) => (
        // A line is its place: there is nothing else to know it by.
        <div
          key={place}
          className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-[12rem_1fr_auto] sm:items-start"
        >
          <TextField
            label={words.scope(place + 1)}
            value={scope}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            fault={tell(place, 'scope')}
            className="font-mono text-small"
            onChange={({ target }) => change(place, { scope: target.value })}
          />
          <TextField
            label={words.meaning(place + 1)}
            value={description ?? ''}
            maxLength={200}
            autoComplete="off"
            fault={tell(place, 'description')}
            onChange={({ target }) => change(place, { description: target.value })}
          />
          {shown.length > 1 && (
            <Button
              small
              look="bare"
              className="justify-self-start sm:mt-8"
              aria-label={words.removeScope(place + 1)}
              onClick={() => onChange(shown.filter((_, at) => at !== place))}
            >
              {words.remove}
            </Button>
          )}
        </div>
      ))}
      {shown.length < most && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          onClick={() => onChange([...shown, { scope: '', description: null }])}
        >
          {words.addScope}
        </Button>
      )}
    </fieldset>
  )
}
