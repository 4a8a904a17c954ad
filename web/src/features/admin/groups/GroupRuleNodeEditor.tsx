import { useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { useTranslations } from 'use-intl'
import { GroupRuleConditionFields } from './GroupRuleConditionFields.tsx'
import {
  groupRuleConditionKinds,
  createEmptyGroupRuleDraft,
  groupRuleCombinatorKinds,
  changeGroupRuleNodeKind,
  wrapInAnyCombinator,
} from './group-rule-draft.ts'
import type { GroupRuleDraft, GroupRuleNodeKind } from './group-rule-draft.ts'
import { translateGroupRuleError, useGroupRuleErrors } from './group-rule-errors-context.ts'

interface GroupRulePartEditorProps {
  draft: GroupRuleDraft
  /** Path as the server writes it, such as "rule.any[0]". */
  path: string
  onChange: (draft: GroupRuleDraft) => void
  onRemove?: (() => void) | undefined
}

const kinds: readonly GroupRuleNodeKind[] = [...groupRuleConditionKinds, ...groupRuleCombinatorKinds]

export function GroupRuleNodeEditor({ draft, path, onChange, onRemove }: GroupRulePartEditorProps) {
  const t = useTranslations()
  const name = getPartLabel(t, path)
  const { errors } = useGroupRuleErrors()
  const places = [path, `${path}.type`, `${path}.token`, ...('parts' in draft ? [`${path}.${draft.kind}`] : [])]
  const own = errors.filter((fault) => places.includes(fault.path))
  const legend = useId()
  return (
    <div
      role="group"
      aria-labelledby={legend}
      className="grid min-w-0 grid-cols-1 gap-3 rounded-sheet border border-line bg-sheet px-3 py-3 sm:px-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={legend} className="text-caption font-semibold text-soft">
          {name}
        </p>
        <span className="flex flex-wrap gap-2">
          <Button
            small
            look="bare"
            aria-label={t('adminGroups.builder.wrapPart', { path: name })}
            onClick={() => onChange(wrapInAnyCombinator(draft))}
          >
            {t('adminGroups.builder.wrap')}
          </Button>
          {onRemove && (
            <Button
              small
              look="bare"
              aria-label={t('adminGroups.builder.removePart', { path: name })}
              onClick={onRemove}
            >
              {t('adminGroups.builder.remove')}
            </Button>
          )}
        </span>
      </div>
      <div className="grid gap-1">
        <SelectField
          label={t('adminGroups.builder.kind')}
          value={draft.kind}
          options={kinds.map((value) => ({ value, label: t(`adminGroups.builder.kinds.${value}`) }))}
          onChange={(kind) => onChange(changeGroupRuleNodeKind(draft, kind))}
        />
        <p className="text-small text-soft">{t(`adminGroups.builder.about.${draft.kind}`)}</p>
      </div>
      <p role="alert" className="text-small text-red empty:hidden">
        {own
          .map((fault) => t('adminGroups.builder.wrongAt', { path: name, message: translateGroupRuleError(t, fault) }))
          .join(' ')}
      </p>
      {'parts' in draft ? (
        <RuleSubparts draft={draft} path={path} name={name} onChange={onChange} />
      ) : (
        <GroupRuleConditionFields draft={draft} path={path} onChange={onChange} />
      )}
    </div>
  )
}

/** `rule.any[0].all[1]` is labeled 1.2. */
function getPartLabel(t: Translate, path: string): string {
  const places = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1)
  return places.length === 0
    ? t('adminGroups.builder.whole')
    : t('adminGroups.builder.part', { path: places.join('.') })
}

function RuleSubparts({
  draft,
  path,
  name,
  onChange,
}: GroupRulePartEditorProps & { draft: Extract<GroupRuleDraft, { parts: unknown }>; name: string }) {
  const t = useTranslations()
  const { parts, kind } = draft
  const replace = (index: number, part: GroupRuleDraft) => onChange({ ...draft, parts: parts.with(index, part) })
  const add = useRef<HTMLSpanElement>(null)
  const remove = (index: number) => {
    onChange({ ...draft, parts: parts.toSpliced(index, 1) })
    add.current?.querySelector('button')?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-3 border-l-2 border-line pl-2 sm:pl-4">
      {parts.map((part, index) => (
        <GroupRuleNodeEditor
          key={part.key}
          draft={part}
          path={`${path}.${kind}[${index}]`}
          onChange={(next) => replace(index, next)}
          // An empty combinator means nothing, so its last part cannot be removed.
          onRemove={parts.length === 1 ? undefined : () => remove(index)}
        />
      ))}
      <span ref={add} className="justify-self-start">
        <Button
          small
          aria-label={t('adminGroups.builder.addTo', { path: name })}
          onClick={() => onChange({ ...draft, parts: [...parts, createEmptyGroupRuleDraft()] })}
        >
          {t('adminGroups.builder.add')}
        </Button>
      </span>
    </div>
  )
}
