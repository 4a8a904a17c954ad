// The field below the item of a consent that requires a name, for a person who has none here.
import { TextField } from '../ui/TextField.tsx'
import { useChapter } from '../words/use-words.ts'

interface AskedNameProps {
  value: string
  onChange: (name: string) => void
}

export function AskedName({ value, onChange }: AskedNameProps) {
  const words = useChapter('applications').consent
  return (
    <TextField
      label={words.nameField}
      hint={words.nameHint}
      value={value}
      maxLength={64}
      autoComplete="name"
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
