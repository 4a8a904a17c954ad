import { useId } from 'react'
import type { ReactNode } from 'react'

export interface FieldInputProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

const shape =
  'w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-small text-ink aria-invalid:border-red'

const exactTextProps = { autoComplete: 'off', autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false } as const

export const verbatimMonospaceInputProps = { ...exactTextProps, className: `${shape} min-h-11` }
export const verbatimMonospaceTextAreaProps = { ...exactTextProps, className: `${shape} min-h-16` }

interface InspectorFormFieldProps {
  label: string
  hint?: string | undefined
  fault: string | null
  action?: ReactNode
  children: (described: FieldInputProps) => ReactNode
}

export function MessageInspectorFormField({ label, hint, fault, action, children }: InspectorFormFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 content-start gap-1">
      <div className="flex min-h-8 items-end justify-between gap-3">
        <label htmlFor={`${id}field`} className="text-small font-semibold">
          {label}
        </label>
        {action}
      </div>
      {children({
        id: `${id}field`,
        'aria-describedby': hint || fault ? `${id}lines` : undefined,
        'aria-invalid': fault !== null,
      })}
      <p id={`${id}lines`} className={`text-caption ${fault === null ? 'text-soft' : 'text-red'}`}>
        {fault ?? hint}
      </p>
    </div>
  )
}
