// What an application is, to begin with: a kind, or a known program with the settings that it takes.
import { useId } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { useChapter } from '../../../words/use-words.ts'

interface StartChoiceProps {
  presets: AdminAnswer<'readPresets'>
  /** A kind, or "program" and the id of one. */
  value: string
  onChange: (value: string) => void
}

export function StartChoice({ presets, value, onChange }: StartChoiceProps) {
  const words = useChapter('adminApplications')
  const id = useId()
  const program = presets.programs.find((known) => `program ${known.id}` === value)
  const kind = presets.kinds.find((known) => known.kind === value)?.kind
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="font-semibold">
        {words.create.start}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}about`}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 w-full rounded-control border border-edge bg-paper px-2 py-1 font-sans text-body text-ink"
      >
        <optgroup label={words.create.kinds}>
          {presets.kinds.map((known) => (
            <option key={known.kind} value={known.kind}>
              {words.kinds[known.kind]}
            </option>
          ))}
        </optgroup>
        <optgroup label={words.create.programs}>
          {presets.programs.map((known) => (
            <option key={known.id} value={`program ${known.id}`}>
              {known.name}
            </option>
          ))}
        </optgroup>
      </select>
      <p id={`${id}about`} className="text-small text-soft">
        {program?.about ?? (kind && words.kindsAbout[kind])}
      </p>
    </div>
  )
}
