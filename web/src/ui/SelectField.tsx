import { useId } from 'react'

interface SelectFieldProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  /** Labeled like the other fields of a form. Default: like a filter. */
  isFormField?: boolean
  onChange: (value: Value) => void
}

export function SelectField<Value extends string>({
  label,
  value,
  options,
  isFormField = false,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className={isFormField ? 'font-semibold' : 'text-caption text-soft'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="min-h-11 w-full rounded-control border border-edge bg-sheet px-2 py-1 font-sans text-small text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
