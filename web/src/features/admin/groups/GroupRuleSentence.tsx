// A rule as one sentence. The names of its tokens link to the details of the rule.
import { Fragment } from 'react'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { formatGroupRuleSentence } from './format-group-rule-sentence.ts'
import type { GroupRuleDraft } from './group-rule-draft.ts'
import { useChainNameAndCoin } from './use-chain-name-and-coin.ts'

/** Private-use characters, which cannot occur in sanitized text. */
const [linkStart, linkEnd] = ['\uE000', '\uE001']

interface GroupRuleSentenceProps {
  draft: GroupRuleDraft
  /** Where the names of tokens link to. */
  detailsHref?: string
}

export function GroupRuleSentence({ draft, detailsHref }: GroupRuleSentenceProps) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const chainOf = useChainNameAndCoin()
  const markToken = (name: string) => `${linkStart}${sanitizeDisplayText(name, 60)}${linkEnd}`
  const text = formatGroupRuleSentence(t, draft, chainOf, locale, markToken).slice(0, maxLength)
  return (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">
      {text.split('\n').map((line, place) => (
        <span key={place} className="block">
          {line.split(linkStart).map((piece, index) => {
            const [token, ...rest] = index === 0 ? [] : piece.split(linkEnd)
            if (token === undefined) return clean(piece)
            return (
              <Fragment key={index}>
                {detailsHref === undefined ? token : <AdminPageLink href={detailsHref}>{token}</AdminPageLink>}
                {clean(rest.join(''))}
              </Fragment>
            )
          })}
        </span>
      ))}
    </p>
  )
}

const maxLength = 800

/** Sanitizes, but keeps the spaces around a link. */
function clean(text: string): string {
  const plain = sanitizeDisplayText(text, maxLength)
  return `${/^\s/.test(text) ? ' ' : ''}${plain}${plain !== '' && /\s$/.test(text) ? ' ' : ''}`
}
