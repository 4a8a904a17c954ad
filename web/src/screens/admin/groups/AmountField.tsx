// An amount in the unit of what is counted, with the exact one beside it, as its chain counts it.
import { TextField } from '../../../ui/TextField.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { useAdminQuery } from '../queries.ts'
import { useChapter } from '../../../words/use-words.ts'
import { toExact } from './amounts.ts'
import { decimalsOf } from './rule-draft.ts'
import type { ConditionDraft } from './rule-draft.ts'

interface AmountFieldProps {
  draft: ConditionDraft
  fault: string | null
  onChange: (draft: ConditionDraft) => void
}

export function AmountField({ draft, fault, onChange }: AmountFieldProps) {
  const words = useChapter('adminGroups').builder
  const chains = useAdminQuery('listReadableChains').data?.items ?? []
  const { kind, fields, token } = draft
  const isExact = fields.exact !== undefined
  const coin = chains.find(({ id }) => id === fields.chain)?.nativeSymbol
  const symbol = cleanText((kind === 'native' ? coin : token?.symbol) ?? '', 20)
  const decimals = decimalsOf(draft)
  const text = (isExact ? fields.exact : fields.atLeast) ?? ''
  const exact = isExact || typeof decimals !== 'number' || decimals === 0 ? null : toExact(text, decimals)
  const inSmallest = isExact || decimals === null
  return (
    <div className="grid min-w-0 gap-1">
      <TextField
        label={symbol === '' || inSmallest ? words.atLeast : words.atLeastOf(symbol)}
        hint={inSmallest ? words.smallestHint : decimals === undefined ? words.unreadHint : undefined}
        fault={fault}
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="decimal"
        className="font-mono text-small"
        onChange={({ target }) =>
          onChange({ ...draft, fields: { ...fields, [isExact ? 'exact' : 'atLeast']: target.value } })
        }
      />
      {exact !== null && text.trim() !== '' && (
        <p className="text-small text-soft tabular-nums [overflow-wrap:anywhere]">{words.exactly(exact)}</p>
      )}
    </div>
  )
}
