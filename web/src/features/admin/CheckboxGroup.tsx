import { useId } from 'react'
import type { ReactNode } from 'react'

interface CheckboxGroupProps<Value extends string> {
  legend: string
  hint?: string | undefined
  fault: string | null
  /** For many options with short labels. */
  hasColumns?: boolean
  options: readonly { value: Value; label: ReactNode }[]
  chosen: readonly string[]
  onChange: (chosen: Value[]) => void
}

const columnsClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.75rem),1fr))] gap-x-4 gap-y-0.5 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]'

export function CheckboxGroup<Value extends string>({
  legend,
  hint,
  fault,
  hasColumns = false,
  options,
  chosen,
  onChange,
}: CheckboxGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className="grid min-w-0 content-start gap-0.5" aria-describedby={id}>
      <legend className="font-semibold">{legend}</legend>
      {hint !== undefined && <p className="text-small text-soft">{hint}</p>}
      <div className={hasColumns ? columnsClass : 'contents'}>
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              aria-invalid={fault !== null}
              // Keeps the order of the options, so that equal selections compare equal.
              onChange={({ target }) =>
                onChange(
                  options
                    .map((option) => option.value)
                    .filter((other) => (other === value ? target.checked : chosen.includes(other))),
                )
              }
              className="size-4 shrink-0 accent-seal"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
          </label>
        ))}
      </div>
      <p role="alert" id={id} className="text-small text-red">
        {fault}
      </p>
    </fieldset>
  )
}
