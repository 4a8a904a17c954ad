// All files here use only CSS classes that pages have anyway (app/tailwind-source-paths.test.ts).
import { useId } from 'react'
import type { KeyboardEvent, Ref } from 'react'

interface PastedTextFieldProps {
  label: string
  hint: string
  /** What the text was recognized as; announced. */
  note?: string
  fault: string | null
  value: string
  rows: number
  onChange: (value: string) => void
  onPaste?: () => void
  ref: Ref<HTMLTextAreaElement>
}

/** Shows all of a long text, such as a Taproot address on a phone. */
export function PastedTextField({
  label,
  hint,
  note = '',
  fault,
  value,
  rows,
  onChange,
  onPaste,
  ref,
}: PastedTextFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={`${id}field`} className="font-semibold">
        {label}
      </label>
      <p id={`${id}hint`} className="text-small text-soft">
        {hint}
      </p>
      <textarea
        ref={ref}
        id={`${id}field`}
        rows={rows}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onPaste={onPaste}
        onKeyDown={submitOnEnter}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        aria-describedby={`${id}hint ${id}fault`}
        aria-invalid={fault !== null}
        className={`min-h-11 w-full rounded-control border bg-sheet px-3 py-2 font-mono text-body text-ink [overflow-wrap:anywhere] ${fault === null ? 'border-edge' : 'border-red'}`}
        style={{ resize: 'vertical' }}
      />
      <p aria-live="polite" className="text-small text-soft">
        {note}
      </p>
      <p role="alert" id={`${id}fault`} className="text-small text-red [overflow-wrap:anywhere]">
        {fault}
      </p>
    </div>
  )
}

/** Line breaks mean nothing in these fields, except in what is pasted. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
