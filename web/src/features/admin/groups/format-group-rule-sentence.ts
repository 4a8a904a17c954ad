// Formats a rule as one sentence: "People who hold at least 1.5 TUSD on Ethereum."
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { GroupRuleConditionDraft, GroupRuleDraft, GroupRuleChainAsset } from './group-rule-draft.ts'
import { getListFormat } from '../../../ui/memoized-intl-formats.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'

export type GetChainNameAndCoin = (id: string) => { name: string; coin: string | null }

interface SentenceOptions {
  t: Translate
  chainOf: GetChainNameAndCoin
  locale: string
  markToken: (name: string) => string
  /** Whether a list of one wallet is described by the wallet's address. */
  showsWallet?: boolean
}

/**
 * @param markToken marks the name of a token, for example for a link
 * @returns the sentence, with "…" for missing values, and one line for each condition
 */
export function formatGroupRuleSentence(
  t: Translate,
  draft: GroupRuleDraft,
  chainOf: GetChainNameAndCoin,
  locale: string,
  markToken: (name: string) => string = (name) => name,
): string {
  const options = { t, chainOf, locale, markToken }
  const what =
    'parts' in draft && draft.parts.length > 1
      ? getListFormat(locale, { type: draft.kind === 'all' ? 'conjunction' : 'disjunction' })
          .formatToParts(draft.parts.map((part) => formatRulePart(part, options, true)))
          .map(({ type, value }) => (type === 'literal' ? value.replace(/^,? /, '$&\n') : value))
          .join('')
      : formatRulePart(draft, options, true)
  return t('adminGroups.builder.sentence.belongs', { what })
}

/** @returns the sentence without its subject, such as "hold at least 1.5 TUSD on Ethereum" */
export const formatGroupRuleWords = (
  t: Translate,
  draft: GroupRuleDraft,
  chainOf: GetChainNameAndCoin,
  locale: string,
): string => formatRulePart(draft, { t, chainOf, locale, markToken: (name) => name, showsWallet: true }, true)

function formatRulePart(draft: GroupRuleDraft, options: SentenceOptions, isOutermost: boolean): string {
  if (!('parts' in draft)) return formatCondition(draft, options)
  const type = draft.kind === 'all' ? 'conjunction' : 'disjunction'
  const parts = draft.parts.map((part) => formatRulePart(part, options, false))
  const list = getListFormat(options.locale, { type }).format(parts)
  // In a nested list, brackets show which "and" belongs to which "or".
  return isOutermost || parts.length === 1 ? list : `(${list})`
}

function formatCondition(
  draft: GroupRuleConditionDraft,
  { t, chainOf, locale, markToken, showsWallet = false }: SentenceOptions,
): string {
  const { kind, fields, token, assets = [] } = draft
  const open = (text: string | undefined): string => (text === undefined || text.trim() === '' ? '…' : text.trim())
  const chain = fields.chain === undefined || fields.chain === '' ? '…' : chainOf(fields.chain).name
  const thing = (place: Pick<GroupRuleChainAsset, 'contract' | 'token'>): string =>
    markToken(place.token?.symbol ?? place.token?.name ?? shortenContract(open(place.contract)))
  const of = thing({ contract: fields.contract ?? '', token })
  const amount = open(fields.atLeast)
  const listed = (fields.wallets ?? '').split('\n').filter((line) => line.trim() !== '')
  const wallets = listed.length
  const wallet = showsWallet && wallets === 1 ? shortenWalletAddress(listed[0] ?? '') : null
  switch (kind) {
    case 'wallets':
      return wallet === null
        ? t('adminGroups.builder.sentence.wallets', { count: wallets })
        : t('adminGroups.builder.sentence.wallet', { wallet })
    case 'none':
      return t('adminGroups.builder.sentence.none', { count: wallets })
    case 'erc20':
      return fields.exact === undefined
        ? t('adminGroups.builder.sentence.holds', { amount, token: of, chain })
        : t('adminGroups.builder.sentence.holdsSmallest', { amount: fields.exact, token: of, chain })
    case 'native':
      return t('adminGroups.builder.sentence.holds', {
        amount,
        token: chainOf(fields.chain ?? '').coin ?? t('adminGroups.builder.sentence.coins'),
        chain,
      })
    case 'erc721':
    case 'erc1155':
      return (fields.tokenIds ?? '').trim() === ''
        ? t('adminGroups.builder.sentence.holds', {
            amount: fields.atLeast === undefined || fields.atLeast === '' ? '1' : amount,
            token: of,
            chain,
          })
        : t('adminGroups.builder.sentence.holdsNumbered', {
            amount: open(fields.atLeast === '' ? '1' : (fields.atLeast ?? '1')),
            token: of,
            numbers: open(fields.tokenIds),
            chain,
          })
    case 'sum':
      return t('adminGroups.builder.sentence.sum', {
        amount,
        places: getListFormat(locale, { type: 'conjunction' }).format(
          assets.map((place) =>
            t('adminGroups.builder.sentence.at', {
              token:
                place.contract === ''
                  ? (chainOf(place.chain).coin ?? t('adminGroups.builder.sentence.coins'))
                  : thing(place),
              chain: place.chain === '' ? '…' : chainOf(place.chain).name,
            }),
          ),
        ),
      })
    case 'name':
      return t('adminGroups.builder.sentence.named', { name: open(fields.under) })
  }
}

const shortenContract = (contract: string): string =>
  /^0x[0-9a-f]{40}$/i.test(contract) ? `${contract.slice(0, 6)}…${contract.slice(-4)}` : contract
