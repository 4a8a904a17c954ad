import { useId } from 'react'
import type { ComponentProps } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> {
  label: string
  hint?: string | undefined
  fault?: string | null
}

export function TextField({ label, hint, fault = null, className = '', ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={`${id}field`} className="font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
      <input
        type="text"
        {...rest}
        id={`${id}field`}
        aria-describedby={`${hint === undefined ? '' : `${id}hint `}${id}fault`}
        aria-invalid={fault !== null}
        className={`min-h-11 w-full rounded-control border border-edge bg-paper px-3 py-2 text-ink aria-invalid:border-red ${className}`}
      />
      <p role="alert" id={`${id}fault`} className="text-small text-red">
        {fault}
      </p>
    </div>
  )
}
