import { use, useEffect, useRef } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { useTranslations } from 'use-intl'
import { formatGroupRuleWords } from './format-group-rule-sentence.ts'
import { GroupRuleConditionSentence } from './GroupRuleConditionSentence.tsx'
import {
  addGroupRuleCondition,
  groupRuleCombinatorKinds,
  removeGroupRulePart,
  wrapInCombinator,
} from './group-rule-draft.ts'
import type {
  GroupRuleCombinatorDraft,
  GroupRuleCombinatorKind,
  GroupRuleConditionDraft,
  GroupRuleDraft,
} from './group-rule-draft.ts'
import { GroupRuleEditorFocusContext } from './group-rule-editor-focus-context.ts'
import { useGroupRuleErrors } from './group-rule-errors-context.ts'
import { translateGroupRuleError } from '../translate-group-rule-error.ts'
import { isGroupRuleConditionFinished } from './is-group-rule-condition-finished.ts'
import { InlineSwitch, SentenceNote } from './inline-rule-controls.tsx'
import { useChainNameAndCoin } from './use-chain-name-and-coin.ts'

interface GroupRulePartEditorProps {
  draft: GroupRuleDraft
  /** Path as the server writes it, such as "rule.any[0]". */
  path: string
  /** The combinator that contains this part. Null for the whole rule. */
  within: GroupRuleCombinatorKind | null
  /** The words before the condition, such as "People who". */
  start?: string | undefined
  onChange: (draft: GroupRuleDraft) => void
  onRemove?: (() => void) | undefined
}

export function GroupRuleNodeEditor({ draft, ...rest }: GroupRulePartEditorProps) {
  return 'parts' in draft ? <ConditionSetEditor draft={draft} {...rest} /> : <ConditionEditor draft={draft} {...rest} />
}

/** `rule.any[0].all[1]` is labeled 1.2. */
function getPartLabel(t: Translate, path: string): string {
  const places = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1)
  return places.length === 0
    ? t('adminGroups.builder.whole')
    : t('adminGroups.builder.part', { path: places.join('.') })
}

function ConditionEditor({
  draft,
  path,
  within,
  start,
  onChange,
  onRemove,
}: GroupRulePartEditorProps & { draft: GroupRuleConditionDraft }) {
  const t = useTranslations()
  const name = getPartLabel(t, path)
  const { focusWhenAdded, openKey, open, close } = use(GroupRuleEditorFocusContext)
  const { errors } = useGroupRuleErrors()
  const { key } = draft
  const isFaulty = errors.some((error) => error.path === path || /^[.[]/.test(error.path.replace(path, '')))
  // A rule of one condition is its own sentence.
  const canClose = within !== null && !isFaulty && isGroupRuleConditionFinished(draft)
  const isClosed = canClose && openKey !== key
  const other = within === null ? null : within === 'all' ? 'any' : 'all'
  return (
    <div role="group" aria-label={name} className="grid min-w-0 grid-cols-1 gap-1">
      {isClosed ? (
        <FinishedCondition draft={draft} />
      ) : (
        <GroupRuleConditionSentence
          draft={draft}
          path={path}
          start={start}
          onChange={(next) => {
            open(key)
            onChange(next)
          }}
        />
      )}
      {other !== null && (
        <span className="-mx-4 flex flex-wrap">
          {isClosed && <EditConditionButton conditionKey={key} name={name} />}
          {canClose && !isClosed && (
            <Button
              small
              look="bare"
              aria-label={t('adminGroups.builder.closePart', { path: name })}
              onClick={() => close(key)}
            >
              {t('adminGroups.builder.close')}
            </Button>
          )}
          {draft.kind !== 'none' && (
            <Button
              small
              look="bare"
              className={isClosed ? 'max-sm:hidden' : ''}
              aria-label={t(`adminGroups.builder.wrapPart.${other}`, { path: name })}
              onClick={() => {
                const wrapped = wrapInCombinator(draft, other)
                focusWhenAdded(wrapped.parts.at(-1)?.key)
                onChange(wrapped)
              }}
            >
              {t(`adminGroups.builder.wrap.${other}`)}
            </Button>
          )}
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
      )}
    </div>
  )
}

function FinishedCondition({ draft }: { draft: GroupRuleConditionDraft }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const words = formatGroupRuleWords(t, draft, useChainNameAndCoin(), locale)
  return (
    <p className="pt-1 font-semibold [overflow-wrap:anywhere] first-letter:uppercase">
      {sanitizeDisplayText(words, 400)}
    </p>
  )
}

function EditConditionButton({ conditionKey, name }: { conditionKey: number; name: string }) {
  const t = useTranslations()
  const button = useRef<HTMLSpanElement>(null)
  const { focusWhenAdded, takeFocusOfAdded } = use(GroupRuleEditorFocusContext)
  useEffect(() => {
    if (takeFocusOfAdded(conditionKey)) button.current?.querySelector('button')?.focus()
  }, [takeFocusOfAdded, conditionKey])
  return (
    <span ref={button}>
      <Button
        small
        look="bare"
        aria-label={t('adminGroups.builder.editPart', { path: name })}
        onClick={() => focusWhenAdded(conditionKey)}
      >
        {t('adminGroups.edit')}
      </Button>
    </span>
  )
}

/** Nested sets are tinted in turn, so that each level differs from the one around it. */
const getBlockClass = (part: GroupRuleDraft, path: string): string =>
  'parts' in part
    ? path.split('[').length % 2 === 1
      ? 'bg-sunk py-3'
      : 'bg-paper py-3'
    : 'border border-line bg-sheet'

function ConditionSetEditor({
  draft,
  path,
  within,
  onChange,
  onRemove,
}: GroupRulePartEditorProps & { draft: GroupRuleCombinatorDraft }) {
  const t = useTranslations()
  const { parts, kind } = draft
  const name = getPartLabel(t, path)
  const { focusAddButton, focusWhenAdded } = use(GroupRuleEditorFocusContext)
  const { errors } = useGroupRuleErrors()
  const own = errors.filter((fault) => [path, `${path}.type`, `${path}.token`, `${path}.${kind}`].includes(fault.path))
  const replace = (index: number, part: GroupRuleDraft) => onChange({ ...draft, parts: parts.with(index, part) })
  const choice = (
    <InlineSwitch
      key="switch"
      label={t('adminGroups.builder.matchLabel', { path: name })}
      value={kind}
      options={groupRuleCombinatorKinds.map((value) => {
        const how = t(`adminGroups.builder.matchHow.${value}`)
        return { value, label: how, accessibleName: t('adminGroups.builder.matchPart', { how, path: name }) }
      })}
      onChange={(next) => onChange({ ...draft, kind: next })}
    />
  )
  return (
    <div role="group" aria-label={name} className="grid min-w-0 grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {t.rich(within === null ? 'adminGroups.builder.match' : 'adminGroups.builder.matchNested', {
          switch: () => choice,
        })}
      </p>
      <SentenceNote isFault>
        {own
          .map((fault) => t('adminGroups.builder.wrongAt', { path: name, message: translateGroupRuleError(t, fault) }))
          .join(' ')}
      </SentenceNote>
      <ul className="grid grid-cols-1 gap-1.5">
        {parts.map((part, index) => (
          <li key={part.key} className="grid min-w-0 grid-cols-1 gap-1.5">
            {index > 0 && (
              <span className="justify-self-start rounded-control bg-seal-tint px-2.5 text-small font-semibold text-seal">
                {t(`adminGroups.builder.joint.${kind}`)}
              </span>
            )}
            <div className={`min-w-0 rounded-control px-3 py-2 ${getBlockClass(part, path)}`}>
              <GroupRuleNodeEditor
                draft={part}
                path={`${path}.${kind}[${index}]`}
                within={kind}
                onChange={(next) => replace(index, next)}
                // An empty combinator means nothing, so it is removed with its last part.
                onRemove={
                  parts.length === 1
                    ? onRemove
                    : () => {
                        onChange(removeGroupRulePart(draft, index))
                        focusAddButton()
                      }
                }
              />
            </div>
          </li>
        ))}
      </ul>
      {within !== null && (
        <span className="-mx-4">
          <Button
            small
            look="bare"
            aria-label={t('adminGroups.builder.addTo', { path: name })}
            onClick={() => {
              const next = addGroupRuleCondition(draft)
              focusWhenAdded(next.parts.at(-1)?.key)
              onChange(next)
            }}
          >
            {t('adminGroups.builder.add')}
          </Button>
        </span>
      )}
    </div>
  )
}
