import { useId } from 'react'
import type { ReactNode } from 'react'

interface CheckboxGroupProps<Value extends string> {
  legend: string
  hint?: string | undefined
  fault: string | null
  options: readonly { value: Value; label: ReactNode }[]
  chosen: readonly string[]
  onChange: (chosen: Value[]) => void
}

export function CheckboxGroup<Value extends string>({
  legend,
  hint,
  fault,
  options,
  chosen,
  onChange,
}: CheckboxGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className="grid min-w-0 content-start gap-0.5" aria-describedby={id}>
      <legend className="font-semibold">{legend}</legend>
      {hint !== undefined && <p className="text-small text-soft">{hint}</p>}
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
      <p role="alert" id={id} className="text-small text-red">
        {fault}
      </p>
    </fieldset>
  )
}
