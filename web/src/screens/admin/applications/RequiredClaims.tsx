// The claims and scopes that an application requires, each with the reason that people read.
import { requirableClaims } from '@countersign/api/scopes'
import type { RequirableClaim } from '@countersign/api/scopes'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { textOf, textsOf } from './draft.ts'
import type { Definition } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'

/** The entries of a definition; anything else is left out, since a definition can be written by hand. */
const listedClaims = ({ requires }: Definition): Definition[] =>
  Array.isArray(requires)
    ? requires.filter((entry): entry is Definition => typeof entry === 'object' && entry !== null)
    : []

/** Whether the application may request it. */
function isPossible(draft: Definition, claim: RequirableClaim): boolean {
  if (claim === 'email') return textOf(draft, 'email') !== 'none'
  return textsOf(draft, 'scopes').includes(claim === 'name' || claim === 'preferred_username' ? 'profile' : claim)
}

export function RequiredClaims({
  draft,
  faults,
  onChange,
}: Pick<DefinitionFormProps, 'draft' | 'faults' | 'onChange'>) {
  const words = useChapter('adminApplications')
  const { requires } = words
  const listed = listedClaims(draft)
  const chosen = requirableClaims.filter((claim) => listed.some((entry) => entry.claim === claim))
  const reasonOf = (claim: RequirableClaim): string => {
    const entry = listed.find((one) => one.claim === claim)
    return entry === undefined ? '' : textOf(entry, 'reason')
  }
  const change = (claims: readonly RequirableClaim[], reasons: Partial<Record<RequirableClaim, string>> = {}) =>
    onChange({
      requires: claims.map((claim) => {
        const reason = reasons[claim] ?? reasonOf(claim)
        return { claim, ...(reason !== '' && { reason }) }
      }),
    })
  const whole = faults.find(({ path }) => path === 'requires' || /^requires\[\d+\](?!\.reason)/.test(path))
  const faultOfReason = (place: number): string | null => {
    const found = faults.find(({ path }) => path === `requires[${place}].reason`)
    return found === undefined ? null : words.fault(found)
  }
  return (
    <>
      <CheckBoxes
        legend={requires.legend}
        hint={requires.hint}
        fault={whole === undefined ? null : words.fault(whole)}
        options={requirableClaims
          .filter((claim) => chosen.includes(claim) || isPossible(draft, claim))
          .map((value) => ({
            value,
            label: (
              <>
                <code className="font-mono text-small">{value}</code> – {requires.claims[value]}
              </>
            ),
          }))}
        chosen={chosen}
        onChange={change}
      />
      {chosen.map((claim, place) => (
        <TextField
          key={claim}
          label={requires.reason(claim)}
          hint={requires.reasonHint}
          fault={faultOfReason(place)}
          maxLength={200}
          autoComplete="off"
          value={reasonOf(claim)}
          onChange={({ target }) => change(chosen, { [claim]: target.value })}
        />
      ))}
    </>
  )
}
