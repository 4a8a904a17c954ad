import { useId, useState } from 'react'

interface DateFieldProps {
  label: string
  /** "2026-11-21", or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  /** Called with a complete day or an empty string, but not while the user is still typing. */
  onChange: (day: string) => void
  isInLine?: boolean
}

/**
 * An empty inline field shows its date format only with the focus, to save space. The format must
 * stay rendered, because Chromium gives the focus to its first part.
 */
const hideEmptyDateClass = '[&:not(:focus)::-webkit-datetime-edit]:[flex:0_0_0]'

export function DateField({ label, value, min, max, onChange, isInLine = false }: DateFieldProps) {
  const id = useId()
  // Keeps invalid input visible while `value` is unchanged.
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
          // While the user types a year, its first digits form a date in the distant past.
          if (target.value === '' || (Number(target.value.slice(0, 4)) >= 1970 && target.validity.valid))
            onChange(target.value)
        }}
        // With the focus on its calendar button, the field matches only :focus-within.
        className={
          isInLine
            ? `min-h-8 min-w-0 bg-transparent px-1.5 text-small text-ink outline-none ${value === '' ? hideEmptyDateClass : ''}`
            : 'min-h-11 w-full min-w-0 rounded-control border border-edge bg-sheet px-2 py-1 text-small text-ink focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-seal'
        }
      />
    </div>
  )
}
