// One part of a rule that is being built: its kind, its fields or its own parts, and what is wrong with it, said where it is.
import { useId, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { conditionKinds, emptyDraft, fieldsOf, isJoint, jointKinds, withKind, wrapped } from './rule-draft.ts'
import type { Draft, FieldName, PartKind } from './rule-draft.ts'

export interface Fault {
  path: string
  message: string
}

interface RulePartProps {
  draft: Draft
  /** As the server calls the place: "rule.any[0]". */
  path: string
  faults: readonly Fault[]
  onChange: (draft: Draft) => void
  /** Given where the part can go. */
  onRemove?: (() => void) | undefined
}

const kinds: readonly PartKind[] = [...conditionKinds, ...jointKinds]

export function RulePart({ draft, path, faults, onChange, onRemove }: RulePartProps) {
  const words = useChapter('adminGroups').builder
  const name = nameOfPart(words, path)
  const own = faults.filter(
    (fault) =>
      fault.path === path ||
      fault.path === `${path}.type` ||
      ('parts' in draft && fault.path === `${path}.${draft.kind}`),
  )
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
          <Button small look="bare" aria-label={words.wrapPart(name)} onClick={() => onChange(wrapped(draft))}>
            {words.wrap}
          </Button>
          {onRemove && (
            <Button small look="bare" aria-label={words.removePart(name)} onClick={onRemove}>
              {words.remove}
            </Button>
          )}
        </span>
      </div>
      <div className="grid gap-1">
        <Choice
          label={words.kind}
          value={draft.kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(kind) => onChange(withKind(draft, kind))}
        />
        <p className="text-small text-soft">{words.about[draft.kind]}</p>
      </div>
      <p role="alert" className="text-small text-red empty:hidden">
        {own.map(({ message }) => words.wrongAt(name, message)).join(' ')}
      </p>
      {'parts' in draft ? (
        <Parts draft={draft} path={path} name={name} faults={faults} onChange={onChange} />
      ) : (
        fieldsOf[draft.kind].map((field) => (
          <PartField
            key={field}
            field={field}
            kind={draft.kind}
            value={draft.fields[field] ?? ''}
            fault={sayFaults(faults, `${path}.${field}`)}
            onChange={(text) => onChange({ ...draft, fields: { ...draft.fields, [field]: text } })}
          />
        ))
      )}
    </div>
  )
}

/** "rule.any[0].all[1]" is the second part of the first: 1.2. */
function nameOfPart(words: { whole: string; part: (path: string) => string }, path: string): string {
  const places = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index) + 1)
  return places.length === 0 ? words.whole : words.part(places.join('.'))
}

/** What is wrong with a field, or with a line of it. */
function sayFaults(faults: readonly Fault[], path: string): string | null {
  const own = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
  const said = own.slice(0, 5).map((fault) => {
    const line = /\[(\d+)\]$/.exec(fault.path)?.[1]
    return line === undefined ? fault.message : `${Number(line) + 1}: ${fault.message}`
  })
  return said.length === 0 ? null : said.join('; ')
}

function Parts({
  draft,
  path,
  name,
  faults,
  onChange,
}: RulePartProps & { draft: Extract<Draft, { parts: unknown }>; name: string }) {
  const words = useChapter('adminGroups').builder
  const { parts, kind } = draft
  const replace = (index: number, part: Draft) => onChange({ ...draft, parts: parts.with(index, part) })
  const add = useRef<HTMLSpanElement>(null)
  const remove = (index: number) => {
    onChange({ ...draft, parts: parts.toSpliced(index, 1) })
    // The button that was pressed goes with its part.
    add.current?.querySelector('button')?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-3 border-l-2 border-line pl-2 sm:pl-4">
      {parts.map((part, index) => (
        <RulePart
          key={part.key}
          draft={part}
          path={`${path}.${kind}[${index}]`}
          faults={faults}
          onChange={(next) => replace(index, next)}
          // A joint of nothing means nothing: its last part stays.
          onRemove={parts.length === 1 ? undefined : () => remove(index)}
        />
      ))}
      <span ref={add} className="justify-self-start">
        <Button
          small
          aria-label={words.addTo(name)}
          onClick={() => onChange({ ...draft, parts: [...parts, emptyDraft()] })}
        >
          {words.add}
        </Button>
      </span>
    </div>
  )
}

interface PartFieldProps {
  field: FieldName
  kind: Draft['kind']
  value: string
  fault: string | null
  onChange: (text: string) => void
}

function PartField({ field, kind, value, fault, onChange }: PartFieldProps) {
  const words = useChapter('adminGroups').builder
  if (field === 'wallets') return <WalletsField value={value} fault={fault} onChange={onChange} />
  const label = field === 'atLeast' && kind !== 'erc20' ? words.atLeastCount : words[field]
  const hints: Partial<Record<FieldName, string>> = {
    chain: words.chainHint,
    under: words.underHint,
    ...(kind === 'erc20' && { atLeast: words.atLeastHint }),
    ...(kind === 'erc721' && { tokenId: words.tokenIdHint }),
  }
  return (
    <TextField
      label={label}
      hint={hints[field]}
      fault={fault}
      value={value}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={field === 'contract' || field === 'under' ? 'text' : 'numeric'}
      className={isJoint(kind) || field === 'under' ? '' : 'font-mono text-small'}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function WalletsField({ value, fault, onChange }: Pick<PartFieldProps, 'value' | 'fault' | 'onChange'>) {
  const words = useChapter('adminGroups').builder
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={`${id}field`} className="font-semibold">
        {words.wallets}
      </label>
      <p id={`${id}hint`} className="text-small text-soft [overflow-wrap:anywhere]">
        {words.walletsHint}
      </p>
      <textarea
        id={`${id}field`}
        rows={Math.min(Math.max(value.split('\n').length + 1, 3), 12)}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={`${id}hint ${id}fault`}
        aria-invalid={fault !== null}
        onChange={({ target }) => onChange(target.value)}
        className="w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-small text-ink aria-invalid:border-red"
      />
      <p role="alert" id={`${id}fault`} className="text-small text-red">
        {fault}
      </p>
    </div>
  )
}
