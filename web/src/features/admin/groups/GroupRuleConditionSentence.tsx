// One condition of a group rule with controls: "People who [hold a token]", and below it its amount, contract and chain.
import { use, useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { GroupRuleAmountInput, GroupRuleAmountNotes } from './GroupRuleAmountInput.tsx'
import { GroupRuleSumAssets } from './GroupRuleSumAssets.tsx'
import {
  changeGroupRuleConditionKind,
  groupRuleConditionFields,
  groupRuleConditionKinds,
  setConditionTokenMetadata,
} from './group-rule-draft.ts'
import type {
  GroupRuleChainAsset,
  GroupRuleConditionDraft,
  GroupRuleConditionKind,
  GroupRuleFieldName,
} from './group-rule-draft.ts'
import { GroupRuleEditorFocusContext } from './group-rule-editor-focus-context.ts'
import { useGroupRuleErrors } from './group-rule-errors-context.ts'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'
import type { GroupRulePreviewError } from '../translate-group-rule-error.ts'
import { InlineSelect, InlineTextInput, ruleFieldsClass, SentenceNote } from './inline-rule-controls.tsx'
import { useChainAssetControls } from './use-chain-asset-controls.tsx'
import { WalletAddressListInput } from './WalletAddressListInput.tsx'

interface GroupRuleConditionSentenceProps {
  draft: GroupRuleConditionDraft
  path: string
  /** The words before the condition, such as "People who". */
  start?: string | undefined
  onChange: (draft: GroupRuleConditionDraft) => void
}

export function GroupRuleConditionSentence({ draft, path, start, onChange }: GroupRuleConditionSentenceProps) {
  const t = useTranslations()
  const { kind, fields } = draft
  const notesId = useId()
  const { errors, faultOf } = useGroupRuleErrors()
  const own = errors.filter((fault) => [path, `${path}.type`, `${path}.token`].includes(fault.path))
  const fault = (name: string) => faultOf(`${path}.${name}`)
  const write = (name: GroupRuleFieldName) => (text: string) =>
    onChange({ ...draft, fields: { ...fields, [name]: text } })
  const asset = useChainAssetControls({
    place: { chain: fields.chain ?? '', contract: fields.contract ?? '', token: draft.token },
    expects: kind,
    chainFault: fault('chain'),
    contractFault: fault('contract'),
    onChange: (place, read) => onChange(setChainAsset(draft, place, read)),
  })
  const input = (name: 'tokenIds' | 'under', described: string, className: string, placeholder: string) => (
    <InlineTextInput
      key={name}
      label={t(`adminGroups.builder.${name}`)}
      isFaulty={(name === 'tokenIds' ? (fault('tokenIds') ?? fault('tokenId')) : fault(name)) !== null}
      value={fields[name] ?? ''}
      placeholder={placeholder}
      aria-describedby={described}
      isMono={name === 'tokenIds'}
      className={className}
      onChange={({ target }) => write(name)(target.value)}
    />
  )
  const names: readonly GroupRuleFieldName[] = groupRuleConditionFields[kind]
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {start}
        <ConditionKindSelect
          draft={draft}
          isFaulty={own.length > 0}
          describedBy={`${notesId}own`}
          onChange={onChange}
        />
      </div>
      <div className={`${ruleFieldsClass} empty:hidden`}>
        {names.includes('atLeast') && (
          <GroupRuleAmountInput
            draft={draft}
            isFaulty={fault('atLeast') !== null}
            describedBy={`${notesId}amount`}
            onChange={onChange}
          />
        )}
        {names.includes('contract') && asset.contract}
        {names.includes('chain') && asset.chain}
        {names.includes('tokenIds') &&
          input('tokenIds', `${notesId}ids`, 'sm:w-32', kind === 'erc721' ? t('adminGroups.builder.anyId') : '7')}
        {names.includes('under') && input('under', `${notesId}under`, 'sm:w-56', 'example.eth')}
      </div>
      <ConditionNotes draft={draft} path={path} notesId={notesId} ownErrors={own} assetNotes={asset.notes} />
      {kind === 'sum' && (
        <GroupRuleSumAssets
          places={draft.assets ?? []}
          path={`${path}.of`}
          onChange={(assets) => onChange({ ...draft, assets })}
        />
      )}
      {names.includes('wallets') && (
        <WalletAddressListInput
          value={fields.wallets ?? ''}
          fault={
            kind === 'wallets' ? fault('wallets') : (fault('none[0].wallets') ?? fault('none[0]') ?? fault('none'))
          }
          onChange={write('wallets')}
        />
      )}
      {names.includes('delegated') && (
        <DelegatedCheckbox isChecked={(fields.delegated ?? '') !== ''} onChange={write('delegated')} />
      )}
    </div>
  )
}

interface ConditionNotesProps {
  draft: GroupRuleConditionDraft
  path: string
  notesId: string
  ownErrors: readonly GroupRulePreviewError[]
  assetNotes: ReactNode
}

/** What is wrong with the condition, and what it means. */
function ConditionNotes({ draft, path, notesId, ownErrors, assetNotes }: ConditionNotesProps) {
  const t = useTranslations()
  const { kind } = draft
  const { faultOf } = useGroupRuleErrors()
  const fault = (name: string) => faultOf(`${path}.${name}`)
  const said = (subject: string, message: string | null) =>
    message === null ? null : t('adminGroups.builder.wrongAt', { path: subject, message })
  const names: readonly GroupRuleFieldName[] = groupRuleConditionFields[kind]
  const hasChain = names.includes('chain')
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 empty:hidden">
      <SentenceNote id={`${notesId}own`} isFault>
        {ownErrors
          .map((one) =>
            t('adminGroups.builder.wrongAt', {
              path: t('adminGroups.builder.thisCondition'),
              message: translateGroupRuleError(t, one),
            }),
          )
          .join(' ')}
      </SentenceNote>
      <SentenceNote id={`${notesId}amount`} isFault>
        {said(t('adminGroups.builder.amount'), fault('atLeast'))}
      </SentenceNote>
      {hasChain && assetNotes}
      <SentenceNote id={`${notesId}ids`} isFault>
        {said(t('adminGroups.builder.tokenIds'), fault('tokenIds') ?? fault('tokenId'))}
      </SentenceNote>
      <SentenceNote id={`${notesId}under`} isFault>
        {said(t('adminGroups.builder.under'), fault('under'))}
      </SentenceNote>
      <GroupRuleAmountNotes draft={draft} />
      {kind !== 'wallets' && <SentenceNote>{t(`adminGroups.builder.about.${kind}`)}</SentenceNote>}
    </div>
  )
}

function setChainAsset(
  draft: GroupRuleConditionDraft,
  { chain, contract, token }: GroupRuleChainAsset,
  kind: GroupRuleConditionKind = draft.kind,
): GroupRuleConditionDraft {
  const next = changeGroupRuleConditionKind(
    { ...draft, fields: { ...draft.fields, chain, contract }, token: undefined },
    kind,
  )
  return token === undefined ? next : setConditionTokenMetadata(next, token)
}

function ConditionKindSelect({
  draft,
  isFaulty,
  describedBy,
  onChange,
}: Pick<GroupRuleConditionSentenceProps, 'draft' | 'onChange'> & { isFaulty: boolean; describedBy: string }) {
  const t = useTranslations()
  const select = useRef<HTMLSelectElement>(null)
  const { takeFocusOfAdded } = use(GroupRuleEditorFocusContext)
  const { key } = draft
  useEffect(() => {
    if (takeFocusOfAdded(key)) select.current?.focus()
  }, [takeFocusOfAdded, key])
  return (
    <InlineSelect
      label={t('adminGroups.builder.kind')}
      value={draft.kind}
      isFaulty={isFaulty}
      describedBy={describedBy}
      options={groupRuleConditionKinds.map((value) => ({ value, label: t(`adminGroups.builder.kinds.${value}`) }))}
      isLabelHidden
      className="font-semibold"
      selectRef={select}
      onChange={(kind) => onChange(changeGroupRuleConditionKind(draft, kind))}
    />
  )
}

function DelegatedCheckbox({ isChecked, onChange }: { isChecked: boolean; onChange: (text: string) => void }) {
  const t = useTranslations()
  return (
    <label className="flex min-h-9 items-start gap-2.5 text-small pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
        className="mt-0.5 size-4 shrink-0 accent-seal"
      />
      <span className="min-w-0">
        {t('adminGroups.builder.delegated')}
        <span className="block text-caption text-soft">{t('adminGroups.builder.delegatedHint')}</span>
      </span>
    </label>
  )
}
