// A rule as one sentence, as people would say it: "Members: whoever holds at least 1.5 TUSD on Ethereum, and owns none of 2 listed wallets."
import type { Chapters } from '../../../words/shape.ts'
import type { ConditionDraft, Draft, Place } from './rule-draft.ts'
import { listFormat } from '../../../ui/formats.ts'

type Words = Chapters['adminGroups']['builder']['sentence']

/** A chain by its name, where this server reads it. */
export type NameOfChain = (id: string) => { name: string; coin: string | null }

/**
 * @param locale for lists: "a, b and c"
 * @returns the sentence; where something is not filled in yet, "…" stands for it
 */
export function sayRule(words: Words, draft: Draft, chainOf: NameOfChain, locale: string): string {
  return words.belongs(sayPart(words, draft, chainOf, locale, true))
}

function sayPart(words: Words, draft: Draft, chainOf: NameOfChain, locale: string, isOutermost: boolean): string {
  if (!('parts' in draft)) return sayCondition(words, draft, chainOf, locale)
  const type = draft.kind === 'all' ? 'conjunction' : 'disjunction'
  const parts = draft.parts.map((part) => sayPart(words, part, chainOf, locale, false))
  const list = listFormat(locale, { type }).format(parts)
  // Inside another list, which "and" belongs to which "or" is said by brackets.
  return isOutermost || parts.length === 1 ? list : `(${list})`
}

function sayCondition(words: Words, draft: ConditionDraft, chainOf: NameOfChain, locale: string): string {
  const { kind, fields, token, places = [] } = draft
  const open = (text: string | undefined): string => (text === undefined || text.trim() === '' ? '…' : text.trim())
  const chain = fields.chain === undefined || fields.chain === '' ? '…' : chainOf(fields.chain).name
  const thing = (place: Pick<Place, 'contract' | 'token'>): string =>
    place.token?.symbol ?? place.token?.name ?? shortened(open(place.contract))
  const of = thing({ contract: fields.contract ?? '', token })
  const amount = open(fields.atLeast)
  const wallets = (fields.wallets ?? '').split('\n').filter((line) => line.trim() !== '').length
  switch (kind) {
    case 'wallets':
      return words.wallets(wallets)
    case 'none':
      return words.none(wallets)
    case 'erc20':
      return fields.exact === undefined ? words.holds(amount, of, chain) : words.holdsSmallest(fields.exact, of, chain)
    case 'native':
      return words.holds(amount, chainOf(fields.chain ?? '').coin ?? words.coins, chain)
    case 'erc721':
    case 'erc1155':
      return (fields.tokenIds ?? '').trim() === ''
        ? words.holds(fields.atLeast === undefined || fields.atLeast === '' ? '1' : amount, of, chain)
        : words.holdsNumbered(
            open(fields.atLeast === '' ? '1' : (fields.atLeast ?? '1')),
            of,
            open(fields.tokenIds),
            chain,
          )
    case 'sum':
      return words.sum(
        amount,
        listFormat(locale, { type: 'conjunction' }).format(
          places.map((place) =>
            words.at(
              place.contract === '' ? (chainOf(place.chain).coin ?? words.coins) : thing(place),
              place.chain === '' ? '…' : chainOf(place.chain).name,
            ),
          ),
        ),
      )
    case 'name':
      return words.named(open(fields.under))
  }
}

/** An address that no token has named. */
const shortened = (contract: string): string =>
  /^0x[0-9a-f]{40}$/i.test(contract) ? `${contract.slice(0, 6)}…${contract.slice(-4)}` : contract
