// Shows the token's own metadata, because anyone can name a token USDC (spoofing).
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import type { GroupRuleConditionKind, GroupRuleChainAsset } from './group-rule-draft.ts'

interface ChainAssetFieldsProps {
  place: GroupRuleChainAsset
  expects: GroupRuleConditionKind | 'coin' | 'either'
  chainFault: string | null
  contractFault: string | null
  onChange: (place: GroupRuleChainAsset) => void
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)

export function GroupRuleChainAssetFields({
  place,
  expects,
  chainFault,
  contractFault,
  onChange,
}: ChainAssetFieldsProps) {
  const t = useTranslations()
  const asked = useAdminQuery('listConfiguredChains')
  const chains = asked.data?.items ?? []
  const { chain } = place
  const lacking = asked.error
    ? getTranslatedProblemMessage(t, asked.error.problem).title
    : asked.data?.items.length === 0 && t('adminGroups.builder.noChains')
  const known = chains.map(({ id, name }) => ({ value: id, label: `${sanitizeDisplayText(name, 60)} (${id})` }))
  const unknown = chain !== '' && !chains.some(({ id }) => id === chain) ? [{ value: chain, label: chain }] : []
  return (
    <>
      <div className="grid gap-1">
        <SelectField
          label={t('adminGroups.builder.chain')}
          value={chain}
          options={[
            ...(chain === '' ? [{ value: '', label: t('adminGroups.builder.chooseChain') }] : []),
            ...known,
            ...unknown,
          ]}
          onChange={(id) => onChange({ chain: id, contract: place.contract })}
        />
        {lacking && <p className="text-small text-soft">{lacking}</p>}
        <p role="alert" className="text-small text-red empty:hidden">
          {chainFault}
        </p>
      </div>
      {expects !== 'coin' && (
        <ContractField key={chain} place={place} expects={expects} fault={contractFault} onChange={onChange} />
      )}
    </>
  )
}

function ContractField({
  place,
  expects,
  fault,
  onChange,
}: Omit<ChainAssetFieldsProps, 'chainFault' | 'contractFault'> & { fault: string | null }) {
  const t = useTranslations()
  const { chain, contract, token } = place
  const text = contract.trim()
  // A name is complete when the field loses focus, and an address when its last digit is entered.
  const [name, setName] = useState('')
  const isComplete = isAddress(text) || (name !== '' && name === text)
  const asked = useAdminQuery(
    'readTokenMetadata',
    { body: { chain, contract: text } },
    { enabled: chain !== '' && isComplete && token === undefined },
  )
  const read = chain !== '' && isComplete ? asked.data : undefined
  useEffect(() => {
    if (read === undefined || token !== undefined) return
    const { symbol, decimals, ensName } = read
    onChange({
      chain,
      contract: read.contract,
      token: { symbol, name: read.name, decimals, ...(ensName !== null && { ensName }) },
    })
  })
  const isRefused = isComplete && token === undefined && asked.error !== null
  const refusal = isRefused ? getTranslatedProblemMessage(t, asked.error.problem) : null
  const isOther = read !== undefined && expects.startsWith('erc') && read.kind !== expects
  const other = isOther
    ? t('adminGroups.builder.otherKind', { kind: t(`adminGroups.builder.standards.${read.kind}`) })
    : null
  return (
    <div className="grid min-w-0 gap-1">
      <TextField
        label={t('adminGroups.builder.contract')}
        hint={expects === 'either' ? t('adminGroups.builder.placeHint') : t('adminGroups.builder.contractHint')}
        fault={fault ?? (refusal ? `${refusal.title} ${refusal.action}` : other)}
        value={contract}
        {...verbatimInputProps}
        className="font-mono text-small"
        onChange={({ target }) => onChange({ chain, contract: target.value })}
        onBlur={() => text.includes('.') && setName(text)}
      />
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-soft empty:hidden">
        {token && <TokenInfo token={token} />}
        {isComplete && token === undefined && asked.isFetching && <span>{t('adminGroups.builder.readingToken')}</span>}
        {isRefused && !asked.isFetching && (
          <Button small onClick={() => void asked.refetch()}>
            {t('adminGroups.builder.readAgain')}
          </Button>
        )}
      </div>
    </div>
  )
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
