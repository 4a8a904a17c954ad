import type { ReactNode } from 'react'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { FullWalletAddress, WalletAddress } from '../../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { GroupRuleSentence } from './GroupRuleSentence.tsx'
import {
  getConditionAmountDecimals,
  toGroupRuleDraft,
  groupRuleConditionFields,
  hasTokenAmount,
} from './group-rule-draft.ts'
import type { GroupRuleConditionDraft, GroupRuleDraft, GroupRuleFieldName, TokenMetadata } from './group-rule-draft.ts'
import { toSmallestTokenUnit } from './convert-token-amount-units.ts'

interface GroupRuleTreeViewProps {
  rule: Readonly<Record<string, unknown>>
  /** In the corner of the card. */
  action: ReactNode
}

export function GroupRuleTreeView({ rule, action }: GroupRuleTreeViewProps) {
  const draft = toGroupRuleDraft(rule)
  return (
    <Card className="flex items-start justify-between gap-4 px-4 py-4 sm:px-5">
      <div className="grid min-w-0 grid-cols-1 gap-3">
        {draft === null ? (
          <pre className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
            {JSON.stringify(rule, null, 2)}
          </pre>
        ) : 'parts' in draft ? (
          <div>
            <RuleTreeNode draft={draft} />
          </div>
        ) : (
          <>
            <GroupRuleSentence draft={draft} />
            <ConditionDetails draft={draft} />
          </>
        )}
      </div>
      <div className="shrink-0">{action}</div>
    </Card>
  )
}

const maxShownWallets = 12

function RuleTreeNode({ draft }: { draft: GroupRuleDraft }) {
  const t = useTranslations()
  if ('parts' in draft) {
    return (
      <>
        <p className="font-semibold">
          {t('adminGroups.builder.peopleWho', { what: t(`adminGroups.builder.kinds.${draft.kind}`) })}
        </p>
        <ul className="mt-2 grid gap-3 border-l-2 border-line pl-4">
          {draft.parts.map((part) => (
            <li key={part.key}>
              <RuleTreeNode draft={part} />
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <p className="font-semibold">
        {t('adminGroups.builder.peopleWho', { what: t(`adminGroups.builder.kinds.${draft.kind}`) })}
      </p>
      <ConditionDetails draft={draft} />
    </>
  )
}

function ConditionDetails({ draft }: { draft: GroupRuleConditionDraft }) {
  const t = useTranslations()
  const chains = useAdminQuery('listConfiguredChains').data?.items ?? []
  const { kind, fields, token } = draft
  const chainName = (id: string): string => {
    const name = chains.find((chain) => chain.id === id)?.name
    return name === undefined ? id : `${name} (${id})`
  }
  const symbol =
    token?.symbol ?? (kind === 'native' ? chains.find(({ id }) => id === fields.chain)?.nativeSymbol : null)
  const said = (text: TokenMetadata | undefined): string[] =>
    [text?.symbol, text?.name, text?.ensName].flatMap((part) => (part === null || part === undefined ? [] : [part]))
  const decimals = getConditionAmountDecimals(draft)
  const amount = (): string[] => {
    const text = fields.exact ?? fields.atLeast ?? ''
    if (!hasTokenAmount(kind) || fields.exact !== undefined) return [text]
    const exact = typeof decimals === 'number' && decimals > 0 ? toSmallestTokenUnit(text, decimals) : null
    return [
      symbol ? `${text} ${symbol}` : text,
      ...(exact === null ? [] : [t('adminGroups.builder.exactly', { amount: exact })]),
    ]
  }
  function rowOf(field: GroupRuleFieldName, text: string): [label: string, lines: string[]] {
    if (field === 'chain') return [t('adminGroups.builder.chain'), [chainName(text)]]
    if (field === 'contract') return [t('adminGroups.builder.contract'), [text, ...said(token)]]
    if (field === 'delegated') return [t('adminGroups.builder.delegatedShort'), [t('adminGroups.builder.yes')]]
    if (field !== 'atLeast') return [t(`adminGroups.builder.${field}`), text.split('\n')]
    return [
      hasTokenAmount(kind) || kind === 'sum' ? t('adminGroups.builder.atLeast') : t('adminGroups.builder.atLeastCount'),
      amount(),
    ]
  }
  if (kind === 'wallets' || kind === 'none') return <ListedWallets wallets={(fields.wallets ?? '').split('\n')} />
  return (
    <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[auto_1fr]">
      {draft.assets?.map((place, index) => (
        <ConditionDetail key={place.key} label={t('adminGroups.builder.place', { number: index + 1 })}>
          {[
            chainName(place.chain),
            ...(place.contract === '' ? [t('adminGroups.builder.coin')] : [place.contract]),
            ...said(place.token),
          ]}
        </ConditionDetail>
      ))}
      {groupRuleConditionFields[kind].map((field: GroupRuleFieldName) => {
        const text = field === 'atLeast' ? (fields.exact ?? fields.atLeast) : fields[field]
        if (text === undefined) return null
        const [label, lines] = rowOf(field, text)
        return (
          <ConditionDetail key={field} label={label}>
            {lines}
          </ConditionDetail>
        )
      })}
    </dl>
  )
}

function ListedWallets({ wallets }: { wallets: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {wallets.slice(0, maxShownWallets).map((wallet) => (
        <li key={wallet} className="min-w-0">
          {wallet.includes(':') ? (
            <span className="font-mono text-small break-all">{sanitizeDisplayText(wallet, 300)}</span>
          ) : (
            <WalletAddress address={sanitizeDisplayText(wallet, 128)} rosetteSize={28} />
          )}
        </li>
      ))}
      {wallets.length > maxShownWallets && (
        <li className="text-small text-soft">{`+ ${wallets.length - maxShownWallets}`}</li>
      )}
    </ul>
  )
}

function ConditionDetail({ label, children }: { label: string; children: readonly string[] }) {
  return (
    <div className="contents">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 font-mono break-all">
        {children.map((line) =>
          /^0x[0-9a-f]{40}$/i.test(line) ? (
            <FullWalletAddress key={line} address={line} />
          ) : (
            <span key={line} className="block">
              {sanitizeDisplayText(line, 300)}
            </span>
          ),
        )}
      </dd>
    </div>
  )
}
