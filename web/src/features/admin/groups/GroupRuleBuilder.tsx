import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { addGroupRuleCondition, toGroupRuleDraft, buildGroupRuleFromDraft } from './group-rule-draft.ts'
import type { GroupRuleDraft, GroupRuleObject } from './group-rule-draft.ts'
import { GroupRuleEditorFocusContext } from './group-rule-editor-focus-context.ts'
import { GroupRuleNodeEditor } from './GroupRuleNodeEditor.tsx'
import { useGroupRuleErrors } from './group-rule-errors-context.ts'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'

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
  onChange: (input: GroupRuleFormValue) => void
}

export function GroupRuleBuilder({ input, onChange }: GroupRuleBuilderProps) {
  const t = useTranslations()
  const [isStuck, setIsStuck] = useState(false)
  const [openKey, setOpenKey] = useState<number | null>(null)
  const addButton = useRef<HTMLSpanElement>(null)
  const addedKey = useRef<number | undefined>(undefined)
  const focus = {
    focusAddButton: () => addButton.current?.querySelector('button')?.focus(),
    openKey,
    open: setOpenKey,
    close: (key: number) => {
      addedKey.current = key
      setOpenKey(null)
    },
    focusWhenAdded: (key: number | undefined) => {
      addedKey.current = key
      setOpenKey(key ?? null)
    },
    takeFocusOfAdded: (key: number) => {
      const isAdded = addedKey.current === key
      if (isAdded) addedKey.current = undefined
      return isAdded
    },
  }
  const change = (next: GroupRuleFormValue) => {
    setIsStuck(false)
    onChange(next)
  }
  const switchView = () => {
    if (input.as === 'parts')
      return change({ as: 'json', text: JSON.stringify(buildGroupRuleFromDraft(input.draft), null, 2) })
    const draft = toGroupRuleDraft(parseGroupRuleFormValue(input))
    if (draft) change({ as: 'parts', draft })
    else setIsStuck(true)
  }
  return (
    <Card className="grid grid-cols-1 gap-4 px-4 py-4 sm:px-5">
      {isStuck && <InlineNotice tone="attention" title={t('adminGroups.builder.notBuildable')} />}
      {input.as === 'parts' ? (
        <GroupRuleEditorFocusContext value={focus}>
          <GroupRuleNodeEditor
            draft={input.draft}
            path="rule"
            within={null}
            start={t('adminGroups.builder.people')}
            onChange={(draft) => change({ as: 'parts', draft })}
          />
        </GroupRuleEditorFocusContext>
      ) : (
        <RuleJsonField text={input.text} onChange={(text) => change({ as: 'json', text })} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        {input.as === 'parts' && (
          <span ref={addButton}>
            <Button
              small
              onClick={() => {
                const draft = addGroupRuleCondition(input.draft)
                focus.focusWhenAdded(draft.parts.at(-1)?.key)
                change({ as: 'parts', draft })
              }}
            >
              {t('adminGroups.builder.add')}
            </Button>
          </span>
        )}
        <Button small look="bare" className="-mx-4" onClick={switchView}>
          {t(input.as === 'parts' ? 'adminGroups.builder.json' : 'adminGroups.builder.parts')}
        </Button>
      </div>
    </Card>
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
    <div className="grid min-w-0 grid-cols-1 gap-1">
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
