// A rule to be read: its parts as a nested list, in words.
import { cleanText } from '../../../ui/clean-text.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../queries.ts'
import { RuleSentence } from './RuleBuilder.tsx'
import { decimalsOf, draftOf, fieldsOf, isAmount, toExact } from './rule-draft.ts'
import type { ConditionDraft, Draft, FieldName, TokenText } from './rule-draft.ts'

export function RuleTree({ rule }: { rule: Readonly<Record<string, unknown>> }) {
  const draft = draftOf(rule)
  return (
    <Sheet className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5">
      {draft && <RuleSentence draft={draft} />}
      {draft ? (
        <div>
          <Node draft={draft} />
        </div>
      ) : (
        <pre className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
          {JSON.stringify(rule, null, 2)}
        </pre>
      )}
    </Sheet>
  )
}

/** So many wallets of a list are shown; whoever wants all of them changes the group. */
const mostWallets = 12

function Node({ draft }: { draft: Draft }) {
  const t = useTranslations()
  if ('parts' in draft) {
    return (
      <>
        <p className="font-semibold">{t(`adminGroups.builder.kinds.${draft.kind}`)}</p>
        <ul className="mt-2 grid gap-3 border-l-2 border-line pl-4">
          {draft.parts.map((part) => (
            <li key={part.key}>
              <Node draft={part} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <p className="font-semibold">{t(`adminGroups.builder.kinds.${draft.kind}`)}</p>
      <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
        <Rows draft={draft} />
      </dl>
    </>
  )
}

function Rows({ draft }: { draft: ConditionDraft }) {
  const t = useTranslations()
  const chains = useAdminQuery('listReadableChains').data?.items ?? []
  const { kind, fields, token } = draft
  const chainName = (id: string): string => {
    const name = chains.find((chain) => chain.id === id)?.name
    return name === undefined ? id : `${name} (${id})`
  }
  const symbol =
    token?.symbol ?? (kind === 'native' ? chains.find(({ id }) => id === fields.chain)?.nativeSymbol : null)
  const said = (text: TokenText | undefined): string[] =>
    [text?.symbol, text?.name, text?.ensName].flatMap((part) => (part === null || part === undefined ? [] : [part]))
  const decimals = decimalsOf(draft)
  const amount = (): string[] => {
    const text = fields.exact ?? fields.atLeast ?? ''
    if (!isAmount(kind) || fields.exact !== undefined) return [text]
    const exact = typeof decimals === 'number' && decimals > 0 ? toExact(text, decimals) : null
    return [
      symbol ? `${text} ${symbol}` : text,
      ...(exact === null ? [] : [t('adminGroups.builder.exactly', { amount: exact })]),
    ]
  }
  function rowOf(field: FieldName, text: string): [label: string, lines: string[]] {
    if (field === 'chain') return [t('adminGroups.builder.chain'), [chainName(text)]]
    if (field === 'contract') return [t('adminGroups.builder.contract'), [text, ...said(token)]]
    if (field === 'delegated') return [t('adminGroups.builder.delegatedShort'), [t('adminGroups.builder.yes')]]
    if (field !== 'atLeast') return [t(`adminGroups.builder.${field}`), text.split('\n')]
    return [
      isAmount(kind) || kind === 'sum' ? t('adminGroups.builder.atLeast') : t('adminGroups.builder.atLeastCount'),
      amount(),
    ]
  }
  return (
    <>
      {draft.places?.map((place, index) => (
        <Row key={place.key} label={t('adminGroups.builder.place', { number: index + 1 })}>
          {[
            chainName(place.chain),
            ...(place.contract === '' ? [t('adminGroups.builder.coin')] : [place.contract]),
            ...said(place.token),
          ]}
        </Row>
      ))}
      {fieldsOf[kind].map((field: FieldName) => {
        const text = field === 'atLeast' ? (fields.exact ?? fields.atLeast) : fields[field]
        if (text === undefined) return null
        const [label, lines] = rowOf(field, text)
        return (
          <Row key={field} label={label} isUnnamed={field === 'wallets'}>
            {lines}
          </Row>
        )
      })}
    </>
  )
}

function Row({
  label,
  isUnnamed = false,
  children,
}: {
  label: string
  isUnnamed?: boolean
  children: readonly string[]
}) {
  return (
    <div className="contents">
      <dt className={isUnnamed ? 'sr-only' : 'text-soft'}>{label}</dt>
      <dd className="min-w-0 font-mono break-all">
        {children.slice(0, mostWallets).map((line) => (
          <span key={line} className="block">
            {cleanText(line, 300)}
          </span>
        ))}
        {children.length > mostWallets && (
          <span className="block font-sans text-soft">{`+ ${children.length - mostWallets}`}</span>
        )}
      </dd>
    </div>
  )
}
