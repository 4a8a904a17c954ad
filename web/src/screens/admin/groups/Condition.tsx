// The fields of one condition: each field of its kind by its own name, and what is wrong with it beside it.
import { useChapter } from '../../../words/use-words.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { AmountField } from './AmountField.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { fieldsOf, withToken } from './rule-draft.ts'
import type { ConditionDraft, FieldName } from './rule-draft.ts'
import { sayFaults } from './rule-faults.ts'
import type { Fault } from './rule-faults.ts'
import { SumPlaces } from './SumPlaces.tsx'
import { WalletsField } from './WalletsField.tsx'

interface ConditionProps {
  draft: ConditionDraft
  path: string
  faults: readonly Fault[]
  onChange: (draft: ConditionDraft) => void
}

export function Condition({ draft, path, faults, onChange }: ConditionProps) {
  const words = useChapter('adminGroups').builder
  const { kind, fields, token } = draft
  const fault = (name: string) => sayFaults(faults, `${path}.${name}`, words.fault)
  const write = (name: FieldName) => (text: string) => onChange({ ...draft, fields: { ...fields, [name]: text } })
  const names: readonly FieldName[] = fieldsOf[kind]
  const plain = (name: FieldName, hint?: string) => (
    <TextField
      label={name === 'atLeast' && kind !== 'sum' ? words.atLeastCount : words[name]}
      hint={hint}
      fault={name === 'tokenIds' ? (fault('tokenIds') ?? fault('tokenId')) : fault(name)}
      value={fields[name] ?? ''}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={name === 'under' || name === 'tokenIds' ? 'text' : 'decimal'}
      className={name === 'under' ? '' : 'font-mono text-small'}
      onChange={({ target }) => write(name)(target.value)}
    />
  )
  return (
    <>
      {kind === 'wallets' && (
        <WalletsField value={fields.wallets ?? ''} fault={fault('wallets')} onChange={write('wallets')} />
      )}
      {kind === 'none' && (
        <WalletsField
          value={fields.wallets ?? ''}
          fault={fault('none[0].wallets') ?? fault('none[0]') ?? fault('none')}
          onChange={write('wallets')}
        />
      )}
      {kind === 'sum' && (
        <SumPlaces
          places={draft.places ?? []}
          path={`${path}.of`}
          faults={faults}
          onChange={(places) => onChange({ ...draft, places })}
        />
      )}
      {names.includes('chain') && (
        <PlaceFields
          place={{ chain: fields.chain ?? '', contract: fields.contract ?? '', token }}
          expects={kind === 'native' ? 'coin' : kind}
          chainFault={fault('chain')}
          contractFault={fault('contract')}
          onChange={({ chain, contract, token: read }) => {
            const next = { ...draft, fields: { ...fields, chain, contract }, token: undefined }
            onChange(read === undefined ? next : withToken(next, read))
          }}
        />
      )}
      {names.includes('tokenIds') && plain('tokenIds', kind === 'erc721' ? words.tokenIdsHint : undefined)}
      {kind === 'erc20' || kind === 'native' ? (
        <AmountField draft={draft} fault={fault('atLeast')} onChange={onChange} />
      ) : (
        names.includes('atLeast') && plain('atLeast', kind === 'sum' ? words.sumHint : undefined)
      )}
      {names.includes('under') && plain('under', words.underHint)}
      {names.includes('delegated') && (
        <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={(fields.delegated ?? '') !== ''}
            onChange={({ target }) => write('delegated')(target.checked ? 'yes' : '')}
            className="size-4 shrink-0 accent-seal"
          />
          <span className="min-w-0">
            {words.delegated}
            <span className="block text-small text-soft">{words.delegatedHint}</span>
          </span>
        </label>
      )}
    </>
  )
}
