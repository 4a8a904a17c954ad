// A day, chosen with the browser's own calendar.
import { useId, useState } from 'react'

interface DateFieldProps {
  label: string
  /** "2026-11-21", or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  /** Given a whole day, or nothing where it was taken away; not what stands there while somebody is still typing. */
  onChange: (day: string) => void
  /** Whether it stands in a line with others, as in a row of filters. */
  isInLine?: boolean
}

/** In a line, a field without a day says only what it is for until somebody turns to it: the form of a day takes the room of two others. */
const hideEmptyDateClass = '[&:not(:focus)::-webkit-datetime-edit]:hidden'

export function DateField({ label, value, min, max, onChange, isInLine = false }: DateFieldProps) {
  const id = useId()
  // What stands there while it is no day that is meant; it counts as long as the value is the one that it began with.
  const [draft, setDraft] = useState({ text: value, of: value })
  return (
    <div className={isInLine ? 'flex min-w-0 items-center' : 'grid min-w-0 gap-1'}>
      <label htmlFor={id} className={isInLine ? 'pl-2.5 text-soft' : 'text-caption text-soft'}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={draft.of === value ? draft.text : value}
        min={min}
        max={max}
        onChange={({ target }) => {
          setDraft({ text: target.value, of: value })
          // While the year is being typed its first digits make a day as well, of the first centuries; and a day beyond the other
          // end of the range is none that can be meant.
          if (target.value === '' || (Number(target.value.slice(0, 4)) >= 1970 && target.validity.valid))
            onChange(target.value)
        }}
        className={
          isInLine
            ? `min-h-8 min-w-0 bg-transparent px-1.5 text-small text-ink outline-none ${value === '' ? hideEmptyDateClass : ''}`
            : 'min-h-11 w-full min-w-0 rounded-control border border-edge bg-sheet px-2 py-1 text-small text-ink'
        }
      />
    </div>
  )
}
