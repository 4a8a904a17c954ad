// The least amount or number of a condition, in the token's unit once the token is known.
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { getConditionAmountDecimals, hasTokenAmount } from './group-rule-draft.ts'
import type { GroupRuleConditionDraft } from './group-rule-draft.ts'
import { InlineTextInput, SentenceNote } from './inline-rule-controls.tsx'

interface GroupRuleAmountInputProps {
  draft: GroupRuleConditionDraft
  isFaulty: boolean
  describedBy: string
  onChange: (draft: GroupRuleConditionDraft) => void
}

export function GroupRuleAmountInput({ draft, isFaulty, describedBy, onChange }: GroupRuleAmountInputProps) {
  const t = useTranslations()
  const unit = useAmountUnit(draft)
  const { kind, fields } = draft
  const isExact = isExactAmount(draft)
  const label = isCountedKind(kind)
    ? t('adminGroups.builder.atLeastCount')
    : unit === ''
      ? t('adminGroups.builder.atLeast')
      : t('adminGroups.builder.atLeastOf', { unit })
  return (
    <InlineTextInput
      label={label}
      isFaulty={isFaulty}
      value={(isExact ? fields.exact : fields.atLeast) ?? ''}
      placeholder="1"
      inputMode="decimal"
      aria-describedby={describedBy}
      isMono
      className={isExact ? 'sm:w-64' : 'sm:w-28'}
      onChange={({ target }) =>
        onChange({ ...draft, fields: { ...fields, [isExact ? 'exact' : 'atLeast']: target.value } })
      }
    />
  )
}

export function GroupRuleAmountNotes({ draft }: Pick<GroupRuleAmountInputProps, 'draft'>) {
  const t = useTranslations()
  if (!hasTokenAmount(draft.kind)) return null
  const isSmallest = isExactAmount(draft) || getConditionAmountDecimals(draft) === null
  return isSmallest && <SentenceNote>{t('adminGroups.builder.smallestHint')}</SentenceNote>
}

const isCountedKind = (kind: GroupRuleConditionDraft['kind']): boolean => kind === 'erc721' || kind === 'erc1155'
const isExactAmount = ({ kind, fields }: GroupRuleConditionDraft): boolean =>
  hasTokenAmount(kind) && fields.exact !== undefined

/** Empty if unknown, or if the amount is not in the token's unit. */
function useAmountUnit(draft: GroupRuleConditionDraft): string {
  const chains = useAdminQuery('listConfiguredChains').data?.items ?? []
  if (!hasTokenAmount(draft.kind) || isExactAmount(draft) || getConditionAmountDecimals(draft) === null) return ''
  const coin = chains.find(({ id }) => id === draft.fields.chain)?.nativeSymbol
  return sanitizeDisplayText((draft.kind === 'native' ? coin : draft.token?.symbol) ?? '', 20)
}
