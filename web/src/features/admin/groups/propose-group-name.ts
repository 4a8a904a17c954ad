// Proposes a name for a new group from its rule: "TUSD holders".
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { getListFormat } from '../../../ui/memoized-intl-formats.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import type { GetChainNameAndCoin } from './format-group-rule-sentence.ts'
import type { GroupRuleChainAsset, GroupRuleConditionDraft, GroupRuleDraft } from './group-rule-draft.ts'

const maxNameLength = 80

/** @returns an empty text as long as the rule does not say enough */
export function proposeGroupName(
  t: Translate,
  draft: GroupRuleDraft,
  chainOf: GetChainNameAndCoin,
  locale: string,
): string {
  const conditions = listConditions(draft)
  const tokens = [...new Set(conditions.flatMap((condition) => listHeldTokens(condition, chainOf)))].slice(0, 2)
  const domain = conditions.map(({ fields }) => fields.under?.trim() ?? '').find((under) => under.includes('.'))
  const name =
    tokens.length > 0
      ? t('adminGroups.proposed.holders', { tokens: getListFormat(locale, { type: 'conjunction' }).format(tokens) })
      : domain !== undefined
        ? t('adminGroups.proposed.named', { name: domain })
        : conditions.some(({ kind, fields }) => kind === 'wallets' && (fields.wallets ?? '').trim() !== '')
          ? t('adminGroups.proposed.wallets')
          : ''
  return sanitizeDisplayText(name, maxNameLength)
}

const listConditions = (draft: GroupRuleDraft): readonly GroupRuleConditionDraft[] =>
  'parts' in draft ? draft.parts.flatMap(listConditions) : draft.kind === 'none' ? [] : [draft]

function listHeldTokens(
  { kind, fields, token, assets = [] }: GroupRuleConditionDraft,
  chainOf: GetChainNameAndCoin,
): readonly string[] {
  const places: readonly GroupRuleChainAsset[] =
    kind === 'sum'
      ? assets
      : kind === 'native' || kind === 'erc20' || kind === 'erc721' || kind === 'erc1155'
        ? [{ chain: fields.chain ?? '', contract: kind === 'native' ? '' : (fields.contract ?? ''), token }]
        : []
  return places.flatMap((place) => {
    const isCoin = place.chain !== '' && place.contract.trim() === '' && (kind === 'native' || kind === 'sum')
    const text = isCoin ? chainOf(place.chain).coin : (place.token?.symbol ?? place.token?.name)
    const name = sanitizeDisplayText(text ?? '', 30)
    return name === '' ? [] : [name]
  })
}
