// A rule as a sentence, above its parts: while it is built it is read as it will be.
import { cleanText } from '../../../ui/clean-text.ts'
import { useChapter, useSpeech } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import type { Draft } from './rule-draft.ts'
import { sayRule } from './say-rule.ts'

export function RuleSentence({ draft }: { draft: Draft }) {
  const words = useChapter('adminGroups').builder.sentence
  const { locale } = useSpeech()
  const chains = useAdminQuery('listReadableChains').data?.items ?? []
  const chainOf = (id: string) => {
    const known = chains.find((chain) => chain.id === id)
    return { name: known?.name ?? id, coin: known?.nativeSymbol ?? null }
  }
  return (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">
      {cleanText(sayRule(words, draft, chainOf, locale), 600)}
    </p>
  )
}
