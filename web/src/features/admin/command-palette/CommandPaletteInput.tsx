import type { InputHTMLAttributes, Ref } from 'react'

interface CommandPaletteInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (text: string) => void
}

export function CommandPaletteInput({ onChange, ...attributes }: CommandPaletteInputProps) {
  return (
    <input
      type="text"
      maxLength={128}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...attributes}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-13 w-full rounded-t-sheet border-0 border-b border-line bg-sheet px-4 text-body text-ink -outline-offset-2 placeholder:text-soft"
    />
  )
}
