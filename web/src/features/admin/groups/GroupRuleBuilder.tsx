import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { toGroupRuleDraft, buildGroupRuleFromDraft } from './group-rule-draft.ts'
import type { GroupRuleDraft, GroupRuleObject } from './group-rule-draft.ts'
import { GroupRuleNodeEditor } from './GroupRuleNodeEditor.tsx'
import { translateGroupRuleError, useGroupRuleErrors } from './group-rule-errors-context.ts'
import { formatGroupRuleSentence } from './format-group-rule-sentence.ts'

export type GroupRuleFormValue = { as: 'parts'; draft: GroupRuleDraft } | { as: 'json'; text: string }

/** @returns null unless the text is a JSON object */
export function parseGroupRuleFormValue(input: GroupRuleFormValue): GroupRuleObject | null {
  if (input.as === 'parts') return buildGroupRuleFromDraft(input.draft)
  try {
    const rule: unknown = JSON.parse(input.text)
    return typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? (rule as GroupRuleObject) : null
  } catch {
    return null
  }
}

interface GroupRuleBuilderProps {
  input: GroupRuleFormValue
  count: ReactNode
  onChange: (input: GroupRuleFormValue) => void
}

export function GroupRuleBuilder({ input, count, onChange }: GroupRuleBuilderProps) {
  const t = useTranslations()
  const [isStuck, setIsStuck] = useState(false)
  const change = (next: GroupRuleFormValue) => {
    setIsStuck(false)
    onChange(next)
  }
  const showParts = () => {
    const draft = input.as === 'json' ? toGroupRuleDraft(parseGroupRuleFormValue(input)) : input.draft
    if (draft) change({ as: 'parts', draft })
    else setIsStuck(true)
  }
  const showJson = () => {
    if (input.as === 'parts')
      change({ as: 'json', text: JSON.stringify(buildGroupRuleFromDraft(input.draft), null, 2) })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        {(['parts', 'json'] as const).map((as) => (
          <Button
            key={as}
            small
            aria-pressed={input.as === as}
            className="aria-pressed:bg-seal-tint aria-pressed:text-seal"
            onClick={as === 'parts' ? showParts : showJson}
          >
            {t(`adminGroups.builder.${as}`)}
          </Button>
        ))}
      </div>
      {isStuck && <InlineNotice tone="attention" title={t('adminGroups.builder.notBuildable')} />}
      {input.as === 'parts' && <GroupRuleSentence draft={input.draft} />}
      {count}
      {input.as === 'parts' ? (
        <GroupRuleNodeEditor draft={input.draft} path="rule" onChange={(draft) => change({ as: 'parts', draft })} />
      ) : (
        <RuleJsonField text={input.text} onChange={(text) => change({ as: 'json', text })} />
      )}
    </div>
  )
}

function RuleJsonField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { errors } = useGroupRuleErrors()
  const t = useTranslations()
  const id = useId()
  const isJson = parseGroupRuleFormValue({ as: 'json', text }) !== null
  const said = isJson
    ? errors.map((fault) =>
        t('adminGroups.builder.wrongAt', { path: fault.path, message: translateGroupRuleError(t, fault) }),
      )
    : [t('adminGroups.builder.jsonFault')]
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={`${id}field`} className="font-semibold">
        {t('adminGroups.builder.jsonLabel')}
      </label>
      <textarea
        id={`${id}field`}
        rows={14}
        value={text}
        {...verbatimInputProps}
        aria-invalid={said.length > 0}
        aria-describedby={`${id}fault`}
        onChange={({ target }) => onChange(target.value)}
        className="w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-small text-ink aria-invalid:border-red"
      />
      <div role="alert" id={`${id}fault`} className="grid gap-1 text-small text-red">
        {said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  )
}

export function GroupRuleSentence({ draft }: { draft: GroupRuleDraft }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const chains = useAdminQuery('listConfiguredChains').data?.items ?? []
  const chainOf = (id: string) => {
    const known = chains.find((chain) => chain.id === id)
    return { name: known?.name ?? id, coin: known?.nativeSymbol ?? null }
  }
  return (
    <p className="font-serif text-lead [overflow-wrap:anywhere]">
      {sanitizeDisplayText(formatGroupRuleSentence(t, draft, chainOf, locale), 600)}
    </p>
  )
}
