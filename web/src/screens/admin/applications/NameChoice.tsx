// Which name an application is told (`preferred_username`), and how many people it concerns where that is changed.
import { Choice } from '../../../ui/Choice.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { textOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'

interface NameChoiceProps extends Pick<DefinitionFormProps, 'draft' | 'onChange'> {
  people: NonNullable<DefinitionFormProps['people']> | null
}

export function NameChoice({ draft, people, onChange }: NameChoiceProps) {
  const words = useChapter('adminApplications').names
  const chosen = textOf(draft, 'preferredUsername')
  const isSwitched = people !== null && people.count > 0 && people.preferredUsername !== chosen
  return (
    <div className="grid gap-3">
      <div className="grid max-w-120">
        <Choice
          label={words.label}
          value={chosen}
          options={(['user-name', 'display-name'] as const).map((value) => ({ value, label: words.options[value] }))}
          onChange={(preferredUsername) => onChange({ preferredUsername })}
        />
      </div>
      {isSwitched && (
        <Notice tone="attention" title={words.concerns(people.count)}>
          <p>{chosen === 'user-name' ? words.toUserName : words.toDisplayName}</p>
        </Notice>
      )}
    </div>
  )
}
