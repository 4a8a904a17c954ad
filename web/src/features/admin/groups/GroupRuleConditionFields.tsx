import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../ui/TextField.tsx'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { GroupRuleChainAssetFields } from './GroupRuleChainAssetFields.tsx'
import {
  getConditionAmountDecimals,
  createEmptyGroupRuleSumAsset,
  groupRuleConditionFields,
  setConditionTokenMetadata,
} from './group-rule-draft.ts'
import type { GroupRuleConditionDraft, GroupRuleFieldName, GroupRuleSumAsset } from './group-rule-draft.ts'
import { toSmallestTokenUnit } from './convert-token-amount-units.ts'
import { translateGroupRuleError, useGroupRuleErrors } from './group-rule-errors-context.ts'
import { WalletAddressListInput } from './WalletAddressListInput.tsx'

interface GroupRuleConditionFieldsProps {
  draft: GroupRuleConditionDraft
  path: string
  onChange: (draft: GroupRuleConditionDraft) => void
}

export function GroupRuleConditionFields({ draft, path, onChange }: GroupRuleConditionFieldsProps) {
  const t = useTranslations()
  const { kind, fields, token } = draft
  const { faultOf } = useGroupRuleErrors()
  const fault = (name: string) => faultOf(`${path}.${name}`)
  const write = (name: GroupRuleFieldName) => (text: string) =>
    onChange({ ...draft, fields: { ...fields, [name]: text } })
  const names: readonly GroupRuleFieldName[] = groupRuleConditionFields[kind]
  const plain = (name: GroupRuleFieldName, hint?: string) => (
    <TextField
      label={
        name === 'atLeast' && kind !== 'sum' ? t('adminGroups.builder.atLeastCount') : t(`adminGroups.builder.${name}`)
      }
      hint={hint}
      fault={name === 'tokenIds' ? (fault('tokenIds') ?? fault('tokenId')) : fault(name)}
      value={fields[name] ?? ''}
      {...verbatimInputProps}
      inputMode={name === 'under' || name === 'tokenIds' ? 'text' : 'decimal'}
      className={name === 'under' ? '' : 'font-mono text-small'}
      onChange={({ target }) => write(name)(target.value)}
    />
  )
  return (
    <>
      {kind === 'wallets' && (
        <WalletAddressListInput value={fields.wallets ?? ''} fault={fault('wallets')} onChange={write('wallets')} />
      )}
      {kind === 'none' && (
        <WalletAddressListInput
          value={fields.wallets ?? ''}
          fault={fault('none[0].wallets') ?? fault('none[0]') ?? fault('none')}
          onChange={write('wallets')}
        />
      )}
      {kind === 'sum' && (
        <SumAssets
          places={draft.assets ?? []}
          path={`${path}.of`}
          onChange={(assets) => onChange({ ...draft, assets })}
        />
      )}
      {names.includes('chain') && (
        <GroupRuleChainAssetFields
          place={{ chain: fields.chain ?? '', contract: fields.contract ?? '', token }}
          expects={kind === 'native' ? 'coin' : kind}
          chainFault={fault('chain')}
          contractFault={fault('contract')}
          onChange={({ chain, contract, token: read }) => {
            const next = { ...draft, fields: { ...fields, chain, contract }, token: undefined }
            onChange(read === undefined ? next : setConditionTokenMetadata(next, read))
          }}
        />
      )}
      {names.includes('tokenIds') &&
        plain('tokenIds', kind === 'erc721' ? t('adminGroups.builder.tokenIdsHint') : undefined)}
      {kind === 'erc20' || kind === 'native' ? (
        <AmountField draft={draft} fault={fault('atLeast')} onChange={onChange} />
      ) : (
        names.includes('atLeast') && plain('atLeast', kind === 'sum' ? t('adminGroups.builder.sumHint') : undefined)
      )}
      {names.includes('under') && plain('under', t('adminGroups.builder.underHint'))}
      {names.includes('delegated') && (
        <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={(fields.delegated ?? '') !== ''}
            onChange={({ target }) => write('delegated')(target.checked ? 'yes' : '')}
            className="size-4 shrink-0 accent-seal"
          />
          <span className="min-w-0">
            {t('adminGroups.builder.delegated')}
            <span className="block text-small text-soft">{t('adminGroups.builder.delegatedHint')}</span>
          </span>
        </label>
      )}
    </>
  )
}

function AmountField({
  draft,
  fault,
  onChange,
}: Pick<GroupRuleConditionFieldsProps, 'draft' | 'onChange'> & { fault: string | null }) {
  const t = useTranslations()
  const chains = useAdminQuery('listConfiguredChains').data?.items ?? []
  const { kind, fields, token } = draft
  const isExact = fields.exact !== undefined
  const coin = chains.find(({ id }) => id === fields.chain)?.nativeSymbol
  const symbol = sanitizeDisplayText((kind === 'native' ? coin : token?.symbol) ?? '', 20)
  const decimals = getConditionAmountDecimals(draft)
  const text = (isExact ? fields.exact : fields.atLeast) ?? ''
  const exact = isExact || typeof decimals !== 'number' || decimals === 0 ? null : toSmallestTokenUnit(text, decimals)
  const inSmallest = isExact || decimals === null
  return (
    <div className="grid min-w-0 gap-1">
      <TextField
        label={
          symbol === '' || inSmallest
            ? t('adminGroups.builder.atLeast')
            : t('adminGroups.builder.atLeastOf', { unit: symbol })
        }
        hint={
          inSmallest
            ? t('adminGroups.builder.smallestHint')
            : decimals === undefined
              ? t('adminGroups.builder.unreadHint')
              : undefined
        }
        fault={fault}
        value={text}
        {...verbatimInputProps}
        inputMode="decimal"
        className="font-mono text-small"
        onChange={({ target }) =>
          onChange({ ...draft, fields: { ...fields, [isExact ? 'exact' : 'atLeast']: target.value } })
        }
      />
      {exact !== null && text.trim() !== '' && (
        <p className="text-small text-soft tabular-nums [overflow-wrap:anywhere]">
          {t('adminGroups.builder.exactly', { amount: exact })}
        </p>
      )}
    </div>
  )
}

interface SumAssetsProps {
  places: readonly GroupRuleSumAsset[]
  path: string
  onChange: (places: readonly GroupRuleSumAsset[]) => void
}

function SumAssets({ places, path, onChange }: SumAssetsProps) {
  const t = useTranslations()
  const add = useRef<HTMLSpanElement>(null)
  const { errors, faultOf } = useGroupRuleErrors()
  const own = errors.filter((fault) => fault.path === path)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {places.map((place, index) => (
        <div
          key={place.key}
          role="group"
          aria-label={t('adminGroups.builder.place', { number: index + 1 })}
          className="grid min-w-0 grid-cols-1 gap-3 border-l-2 border-line pl-3"
        >
          <GroupRuleChainAssetFields
            place={place}
            expects="either"
            chainFault={faultOf(`${path}[${index}].chain`)}
            contractFault={faultOf(`${path}[${index}].contract`) ?? faultOf(`${path}[${index}]`)}
            onChange={(next) => onChange(places.with(index, { ...next, key: place.key }))}
          />
          <span>
            <Button
              small
              look="bare"
              aria-label={t('adminGroups.builder.removePlace', { number: index + 1 })}
              onClick={() => {
                onChange(places.toSpliced(index, 1))
                add.current?.querySelector('button')?.focus()
              }}
            >
              {t('adminGroups.builder.remove')}
            </Button>
          </span>
        </div>
      ))}
      <p role="alert" className="text-small text-red empty:hidden">
        {own.map((fault) => translateGroupRuleError(t, fault)).join('; ')}
      </p>
      <span ref={add} className="justify-self-start">
        <Button small onClick={() => onChange([...places, createEmptyGroupRuleSumAsset()])}>
          {t('adminGroups.builder.addPlace')}
        </Button>
      </span>
    </div>
  )
}
