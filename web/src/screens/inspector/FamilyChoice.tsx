// Of which chain family the account is that a message is composed for.
import { namespaceNames } from '@countersign/message/layout'
import type { NamespaceName } from '@countersign/message'
import { familyNames } from '../../wallet/families/names.ts'
import { useChapter } from '../../words/use-words.ts'
import { Choice } from './Choice.tsx'

interface FamilyChoiceProps {
  chosen: NamespaceName
  onChoose: (namespace: NamespaceName) => void
}

export function FamilyChoice({ chosen, onChoose }: FamilyChoiceProps) {
  const { family } = useChapter('inspector').composing
  return (
    <div className="grid gap-1 sm:col-span-2">
      <p aria-hidden="true" className="text-small font-semibold">
        {family}
      </p>
      <Choice
        label={family}
        options={namespaceNames}
        chosen={chosen}
        nameOf={(name) => familyNames[name]}
        onChoose={onChoose}
      />
    </div>
  )
}
