// What an application is told as an e-mail address, and what that means for who runs this server.
import { Choice } from '../../../ui/Choice.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { textOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'

const modes = ['none', 'verified', 'alias'] as const

export function EmailChoice({ draft, onChange }: Pick<DefinitionFormProps, 'draft' | 'onChange'>) {
  const words = useChapter('adminApplications').email
  const chosen = textOf(draft, 'email')
  return (
    <div className="grid max-w-120 gap-1">
      <Choice
        label={words.label}
        value={chosen}
        options={modes.map((value) => ({ value, label: words.options[value] }))}
        onChange={(email) => onChange({ email })}
      />
      {chosen === 'verified' && <p className="text-small text-soft">{words.verifiedText}</p>}
      {chosen === 'alias' && <p className="text-small text-amber">{words.aliasText}</p>}
    </div>
  )
}
