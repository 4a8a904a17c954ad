// Shows the token's own metadata, because anyone can name a token USDC (spoofing).
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import type { GroupRuleConditionKind, GroupRuleChainAsset } from './group-rule-draft.ts'
import { ContractInput, InlineSelect, SentenceNote } from './inline-rule-controls.tsx'

interface ChainAssetOptions {
  place: GroupRuleChainAsset
  expects: GroupRuleConditionKind | 'either'
  chainFault: string | null
  contractFault: string | null
  /** @param kind the kind that the contract has, if it was read just now and differs from what was expected */
  onChange: (place: GroupRuleChainAsset, kind?: GroupRuleConditionKind) => void
}

interface ChainAssetControls {
  chain: ReactNode
  contract: ReactNode
  notes: ReactNode
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)

export function useChainAssetControls(options: ChainAssetOptions): ChainAssetControls {
  const t = useTranslations()
  const notesId = useId()
  const chainControl = useChainSelect(options, notesId)
  const { place, expects, contractFault, onChange } = options
  const { chain, contract, token } = place
  const text = contract.trim()
  const { isComplete, onBlur, reading } = useTokenMetadataReading(options)
  const { data, error, isFetching, refetch } = reading
  const isRefused = isComplete && token === undefined && error !== null
  const refusal = isRefused ? getTranslatedProblemMessage(t, error.problem) : null
  const isOther = chain !== '' && isComplete && data !== undefined && expects.startsWith('erc') && data.kind !== expects
  const other = isOther
    ? t('adminGroups.builder.otherKind', { kind: t(`adminGroups.builder.standards.${data.kind}`) })
    : null
  const wrong =
    contractFault === null
      ? null
      : t('adminGroups.builder.wrongAt', { path: t('adminGroups.builder.contract'), message: contractFault })
  const fault = wrong ?? (refusal ? `${refusal.title} ${refusal.action}` : other)
  return {
    chain: chainControl.select,
    contract: (
      <ContractInput
        key="contract"
        label={t('adminGroups.builder.contract')}
        isFaulty={fault !== null}
        value={contract}
        placeholder={expects === 'either' ? t('adminGroups.builder.coin') : t('adminGroups.builder.contractExample')}
        aria-describedby={`${notesId}contract`}
        onText={(typed) => onChange({ chain, contract: typed })}
        onBlur={() => onBlur(text)}
      />
    ),
    notes: (
      <>
        {chainControl.notes}
        <SentenceNote id={`${notesId}contract`} isFault>
          {fault}
        </SentenceNote>
        <div
          aria-live="polite"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft empty:hidden"
        >
          {token && <TokenInfo token={token} />}
          {isComplete && token === undefined && isFetching && <span>{t('adminGroups.builder.readingToken')}</span>}
          {isRefused && !isFetching && (
            <Button small onClick={() => void refetch()}>
              {t('adminGroups.builder.readAgain')}
            </Button>
          )}
        </div>
      </>
    ),
  }
}

function useChainSelect({ place, chainFault, onChange }: ChainAssetOptions, notesId: string) {
  const t = useTranslations()
  const asked = useAdminQuery('listConfiguredChains')
  const chains = asked.data?.items ?? []
  const { chain } = place
  const lacking = asked.error
    ? getTranslatedProblemMessage(t, asked.error.problem).title
    : asked.data?.items.length === 0 && t('adminGroups.builder.noChains')
  const known = chains.map(({ id, name }) => ({ value: id, label: sanitizeDisplayText(name, 60) || id }))
  const unknown = chain !== '' && !chains.some(({ id }) => id === chain) ? [{ value: chain, label: chain }] : []
  return {
    select: (
      <InlineSelect
        key="chain"
        label={t('adminGroups.builder.chain')}
        value={chain}
        isFaulty={chainFault !== null}
        describedBy={`${notesId}chain`}
        options={[
          ...(chain === '' ? [{ value: '', label: t('adminGroups.builder.chooseChain') }] : []),
          ...known,
          ...unknown,
        ]}
        onChange={(id) => onChange({ chain: id, contract: place.contract })}
      />
    ),
    notes: (
      <>
        {lacking && <SentenceNote>{lacking}</SentenceNote>}
        <SentenceNote id={`${notesId}chain`} isFault>
          {chainFault !== null && chain === '' ? t('adminGroups.builder.chooseChainFirst') : chainFault}
        </SentenceNote>
      </>
    ),
  }
}

function useTokenMetadataReading({ place, expects, onChange }: ChainAssetOptions) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { chain, contract, token } = place
  const text = contract.trim()
  // A name is complete when the field loses focus, and an address when its last digit is entered.
  const [name, setName] = useState('')
  const isComplete = isAddress(text) || (name !== '' && name === `${chain} ${text}`)
  const hasContract = expects === 'either' || expects.startsWith('erc')
  const reading = useAdminQuery(
    'readTokenMetadata',
    { body: { chain, contract: text } },
    { enabled: hasContract && chain !== '' && isComplete && token === undefined },
  )
  const read = hasContract && chain !== '' && isComplete ? reading.data : undefined
  useEffect(() => {
    if (read === undefined || token !== undefined) return
    const { symbol, decimals, ensName, kind } = read
    const isOther = expects.startsWith('erc') && kind !== expects
    if (isOther) announce(t('adminGroups.builder.kindChanged', { kind: t(`adminGroups.builder.standards.${kind}`) }))
    onChange(
      {
        chain,
        contract: read.contract,
        token: { symbol, name: read.name, decimals, ...(ensName !== null && { ensName }) },
      },
      isOther ? kind : undefined,
    )
  })
  return {
    isComplete,
    reading,
    onBlur: (typed: string) => {
      if (typed.includes('.')) setName(`${chain} ${typed}`)
    },
  }
}

function TokenInfo({
  token: { symbol, name, decimals, ensName },
}: {
  token: NonNullable<GroupRuleChainAsset['token']>
}) {
  const t = useTranslations()
  const said = [symbol, name, ensName].flatMap((text) =>
    text === null || text === undefined ? [] : [sanitizeDisplayText(text, 60)],
  )
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {t('adminGroups.builder.says', {
        what: said.length === 0 ? t('adminGroups.builder.saysNothing') : [...new Set(said)].join(' · '),
      })}
      {decimals !== null && decimals > 0 && ` · ${t('adminGroups.builder.decimals', { count: decimals })}`}
    </span>
  )
}
