// A day, chosen with the browser's own calendar.
import { useId, useState } from 'react'

interface DayFieldProps {
  label: string
  /** "2026-11-21", or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  /** Given a whole day, or nothing where it was taken away; not what stands there while somebody is still typing. */
  onChange: (day: string) => void
}

export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId()
  // What stands there while it is no day that is meant; it counts as long as the value is the one that it began with.
  const [draft, setDraft] = useState({ text: value, of: value })
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-caption text-soft">
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
        className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-sheet px-2 py-1 text-small text-ink"
      />
    </div>
  )
}
