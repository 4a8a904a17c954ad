// Of which chain family the account is that a message is composed for.
import { namespaceNames } from '@countersign/message/layout'
import type { NamespaceName } from '@countersign/message'
import { familyNames } from '../../wallet/families/names.ts'
import { useTranslations } from 'use-intl'
import { Choice } from './Choice.tsx'

interface FamilyChoiceProps {
  chosen: NamespaceName
  onChoose: (namespace: NamespaceName) => void
}

export function FamilyChoice({ chosen, onChoose }: FamilyChoiceProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-1 sm:col-span-2">
      <p aria-hidden="true" className="text-small font-semibold">
        {t('inspector.composing.family')}
      </p>
      <Choice
        label={t('inspector.composing.family')}
        options={namespaceNames}
        chosen={chosen}
        nameOf={(name) => familyNames[name]}
        onChoose={onChoose}
      />
    </div>
  )
}
