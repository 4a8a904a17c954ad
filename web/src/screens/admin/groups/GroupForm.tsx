// What a group is made of: its id, name, description and rule. What the server finds wrong is said at the field or the part.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { callAdmin } from '../../../admin-api.ts'
import type { CallRefused } from '../../../answers.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { suggestId } from '../suggest-id.ts'
import { Unsaved } from '../Unsaved.tsx'
import { SaveBar } from '../workbench/SaveBar.tsx'
import { draftOf, emptyDraft } from './rule-draft.ts'
import type { RuleObject } from './rule-draft.ts'
import { readRuleInput, RuleBuilder } from './RuleBuilder.tsx'
import type { RuleInput } from './RuleBuilder.tsx'
import type { Fault } from './rule-faults.ts'
import { RuleCount } from './RuleCount.tsx'
import { RulePreview } from './RulePreview.tsx'
import { RuleTry } from './RuleTry.tsx'
import { useLiveCount } from './use-live-count.ts'

interface GroupInput {
  id: string
  name: string
  description: string | null
  rule: RuleObject
}

interface GroupFormProps {
  /** What stands there at first; null for a new group. */
  group: GroupInput | null
  saveLabel: string
  lacking: string | undefined
  change: { isPending: boolean; error: CallRefused | null }
  /** @param onRefused to be called with why it could not be saved */
  onSave: (group: GroupInput, onRefused: (error: CallRefused) => void) => void
  onCancel: () => void
}

const idForm = /^[a-z0-9][a-z0-9._-]{1,63}$/

export function GroupForm({ group, saveLabel, lacking, change, onSave, onCancel }: GroupFormProps) {
  const words = useChapter('adminGroups')
  const [name, setName] = useState(group?.name ?? '')
  const [ownId, setOwnId] = useState(group?.id)
  const id = ownId ?? suggestId(name)
  const [description, setDescription] = useState(group?.description ?? '')
  const [first] = useState<RuleInput>(() => beginWith(group?.rule ?? null))
  const [input, setInput] = useState(first)
  const [found, setFound] = useState<readonly Fault[]>([])
  const [isTried, setIsTried] = useState(false)
  const rule = readRuleInput(input)
  const counted = useLiveCount(rule)
  const own = { id: idForm.test(id) ? null : words.idFault, name: name.trim() === '' ? words.nameFault : null }
  const problem = problemToSay(change.error)
  const isChanged =
    (ownId ?? '') !== (group?.id ?? '') ||
    name !== (group?.name ?? '') ||
    description !== (group?.description ?? '') ||
    input !== first
  // What was wrong with the rule is no longer said of another one.
  const write = (next: RuleInput) => {
    setInput(next)
    setFound([])
  }
  const showFaults = async (refusal: CallRefused, refused: RuleObject) => setFound(await findFaults(refusal, refused))
  function save(form: HTMLFormElement) {
    setIsTried(true)
    setFound([])
    if (own.id === null && own.name === null && rule !== null) {
      return onSave(
        { id, name: name.trim(), description: description.trim() || null, rule },
        (refusal) => void showFaults(refusal, rule),
      )
    }
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form
      noValidate
      className="grid max-w-[52rem] grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && lacking === undefined) save(event.currentTarget)
      }}
    >
      <Unsaved isUnsaved={() => !change.isPending && isChanged} />
      <TextField
        label={words.name}
        value={name}
        maxLength={80}
        autoComplete="off"
        fault={isTried ? own.name : null}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={words.id}
        hint={words.idHint}
        value={id}
        maxLength={64}
        readOnly={group !== null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        fault={isTried ? own.id : null}
        className="font-mono text-small read-only:bg-sunk"
        onChange={({ target }) => setOwnId(target.value)}
      />
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        value={description}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => setDescription(target.value)}
      />
      <Section title={words.ruleTitle}>
        <RuleBuilder
          input={input}
          faults={found}
          count={rule && <RuleCount counted={counted} onFaults={setFound} />}
          onChange={write}
        />
      </Section>
      <RuleTry rule={rule} onFaults={setFound} />
      <RulePreview counted={counted} />
      <SaveBar
        label={saveLabel}
        busyLabel={words.saving}
        isBusy={change.isPending}
        lacking={lacking}
        undoLabel={words.cancel}
        onUndo={onCancel}
      >
        {problem && <ErrorState problem={problem} />}
      </SaveBar>
    </form>
  )
}

function beginWith(rule: RuleObject | null): RuleInput {
  const draft = rule === null ? emptyDraft() : draftOf(rule)
  return draft ? { as: 'parts', draft } : { as: 'json', text: JSON.stringify(rule, null, 2) }
}

/** A refusal names one place at most; the preview says all that is wrong with a rule, each at its part. */
async function findFaults({ problem }: CallRefused, rule: RuleObject): Promise<readonly Fault[]> {
  if (problem.code !== 'group.faulty') return []
  const preview = await callAdmin('previewRule', { body: { rule } })
  return preview.ok ? preview.answer.faults : []
}
