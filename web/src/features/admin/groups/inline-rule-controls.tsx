// Controls of a condition in a group rule, with their labels above them.
import type { ComponentProps, ReactNode, Ref } from 'react'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'

const controlClass =
  'block min-h-10 max-w-full rounded-control border border-edge bg-paper px-2.5 py-1.5 text-ink ' +
  'aria-invalid:border-red pointer-coarse:min-h-11 max-sm:w-full'

/** Fields next to each other, and below each other on phones. */
export const ruleFieldsClass = 'flex flex-wrap items-start gap-3 max-sm:grid max-sm:grid-cols-1'

function VisibleLabel({ label, children }: { label: string | null; children: ReactNode }) {
  return (
    <span className="grid max-w-full min-w-0 gap-1">
      {label !== null && (
        <span aria-hidden="true" className="text-small font-semibold">
          {label}
        </span>
      )}
      {children}
    </span>
  )
}

interface InlineTextInputProps extends Omit<ComponentProps<'input'>, 'aria-label' | 'aria-invalid'> {
  label: string
  isFaulty: boolean
  /** For addresses and numbers. */
  isMono?: boolean
}

export function InlineTextInput({ label, isFaulty, isMono = false, className = '', ...rest }: InlineTextInputProps) {
  return (
    <VisibleLabel label={label}>
      <input
        type="text"
        {...verbatimInputProps}
        {...rest}
        aria-label={label}
        aria-invalid={isFaulty}
        className={`${controlClass} ${isMono ? 'font-mono text-caption' : 'font-sans text-small'} placeholder:text-soft ${className}`}
      />
    </VisibleLabel>
  )
}

interface ContractInputProps extends Omit<ComponentProps<'textarea'>, 'aria-label' | 'aria-invalid' | 'value'> {
  label: string
  isFaulty: boolean
  value: string
  onText: (text: string) => void
}

/** One line, which wraps so that the whole address stays readable on phones. */
export function ContractInput({ label, isFaulty, value, onText, ...rest }: ContractInputProps) {
  return (
    <VisibleLabel label={label}>
      <textarea
        rows={1}
        {...verbatimInputProps}
        {...rest}
        value={value}
        aria-label={label}
        aria-invalid={isFaulty}
        onChange={({ target }) => onText(target.value.replaceAll(/[\r\n]+/g, ''))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        className={`${controlClass} resize-none py-2 font-mono text-caption break-all placeholder:text-soft sm:w-[22.75rem] ${value.length > 30 ? 'max-sm:h-15' : ''}`}
      />
    </VisibleLabel>
  )
}

interface InlineSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  isFaulty?: boolean
  describedBy?: string
  /** For a choice that continues the words before it. */
  isLabelHidden?: boolean
  className?: string
  selectRef?: Ref<HTMLSelectElement>
  onChange: (value: Value) => void
}

export function InlineSelect<Value extends string>({
  label,
  value,
  options,
  isFaulty = false,
  describedBy,
  isLabelHidden = false,
  className = '',
  selectRef,
  onChange,
}: InlineSelectProps<Value>) {
  return (
    <VisibleLabel label={isLabelHidden ? null : label}>
      <select
        ref={selectRef}
        aria-label={label}
        aria-invalid={isFaulty}
        aria-describedby={describedBy}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={`${controlClass} font-sans text-small ${className}`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </VisibleLabel>
  )
}

interface InlineSwitchProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; accessibleName: string }[]
  onChange: (value: Value) => void
}

export function InlineSwitch<Value extends string>({ label, value, options, onChange }: InlineSwitchProps<Value>) {
  return (
    <span
      role="group"
      aria-label={label}
      className="inline-flex overflow-clip rounded-control border border-edge bg-paper align-middle font-sans text-small"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-label={option.accessibleName}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="min-h-9 px-3 text-soft transition-colors -outline-offset-2 hover:text-ink aria-pressed:bg-seal-tint aria-pressed:font-semibold aria-pressed:text-seal pointer-coarse:min-h-11"
        >
          {option.label}
        </button>
      ))}
    </span>
  )
}

export function SentenceNote({
  id,
  isFault = false,
  children,
}: {
  id?: string
  isFault?: boolean
  children: ComponentProps<'p'>['children']
}) {
  return (
    <p
      id={id}
      role={isFault ? 'alert' : undefined}
      className={`text-small [overflow-wrap:anywhere] empty:hidden ${isFault ? 'basis-full text-red' : 'text-soft'}`}
    >
      {children}
    </p>
  )
}
