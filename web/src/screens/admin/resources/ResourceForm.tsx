// What a resource is made of. The server says all that is wrong with it before it is saved, and each stands at its field.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { resourceTokenLife } from '@countersign/api/limits'
import { problemToSay } from '../../../answers.ts'
import { callAdmin } from '../../../admin-api.ts'
import type { CallRefused } from '../../../answers.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { Unsaved } from '../Unsaved.tsx'
import { SaveBar } from '../workbench/SaveBar.tsx'
import { emptyResource, sendableResource } from './resource-draft.ts'
import type { Fault, ResourceInput } from './resource-draft.ts'
import { ScopeFields } from './ScopeFields.tsx'

interface ResourceFormProps {
  /** What stands there at first; null for a new resource. */
  resource: ResourceInput | null
  saveLabel: string
  lacking: string | undefined
  change: { isPending: boolean; error: CallRefused | null }
  onSave: (resource: ResourceInput) => void
  onCancel: () => void
}

const openings = ['listed', 'applications', 'everyone'] as const
const claims = ['wallet', 'groups'] as const
const subjects = ['by-resource', 'by-application'] as const

export function ResourceForm({ resource, saveLabel, lacking, change, onSave, onCancel }: ResourceFormProps) {
  const words = useChapter('adminResources')
  const applications = useChapter('adminApplications')
  const { fields } = words
  const first = resource ?? emptyResource
  const [draft, setDraft] = useState(first)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [isChecking, setIsChecking] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const problem = problemToSay(change.error)
  const at = (path: string) => {
    const found = faults.find((fault) => fault.path === path)
    return found === undefined ? null : applications.fault(found)
  }
  const write = (more: Partial<ResourceInput>) => {
    setDraft({ ...draft, ...more })
    // What was wrong is no longer said of another text.
    setFaults([])
  }
  async function save(form: HTMLFormElement) {
    const body = sendableResource(draft)
    setIsChecking(true)
    const checked = await callAdmin('checkResource', { body })
    setIsChecking(false)
    const found = checked.ok ? checked.answer.faults : []
    setFaults(found)
    // What cannot be checked is refused when it is saved, with words.
    if (found.length === 0) return onSave(body)
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form
      noValidate
      className="grid max-w-[52rem] grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && !isChecking && lacking === undefined) void save(event.currentTarget)
      }}
    >
      <Unsaved isUnsaved={() => !change.isPending && isChanged} />
      <Part title={words.parts.what}>
        <TextField
          label={fields.resource}
          hint={fields.resourceHint}
          value={draft.resource}
          maxLength={2048}
          readOnly={resource !== null}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          fault={at('resource')}
          className="font-mono text-small read-only:bg-sunk"
          onChange={({ target }) => write({ resource: target.value })}
        />
        <TextField
          label={fields.name}
          hint={fields.nameHint}
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          fault={at('name')}
          onChange={({ target }) => write({ name: target.value })}
        />
        <ScopeFields scopes={draft.scopes} faults={faults} onChange={(scopes) => write({ scopes })} />
      </Part>
      <Part title={words.parts.who}>
        <div className="grid gap-1">
          <Choice
            label={words.openTo}
            value={draft.openTo}
            options={openings.map((value) => ({ value, label: words.openings[value] }))}
            onChange={(openTo) => write({ openTo })}
          />
          <p className="text-small text-soft">{words.openingsAbout[draft.openTo]}</p>
        </div>
      </Part>
      <Part title={words.parts.tells}>
        <div className="grid gap-1">
          <Choice
            label={fields.subjects}
            value={draft.subjects}
            options={subjects.map((value) => ({ value, label: words.subjects[value] }))}
            onChange={(value) => write({ subjects: value })}
          />
          <p className="text-small text-soft">{words.subjectsAbout[draft.subjects]}</p>
        </div>
        <CheckBoxes
          legend={fields.claims}
          hint={fields.claimsHint}
          fault={at('claims')}
          options={claims.map((value) => ({ value, label: words.claims[value] }))}
          chosen={draft.claims}
          onChange={(chosen) => write({ claims: chosen })}
        />
        <TextField
          label={fields.life}
          hint={fields.lifeHint(resourceTokenLife)}
          value={draft.tokenLifeSeconds === null ? '' : String(draft.tokenLifeSeconds)}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
          fault={at('tokenLifeSeconds')}
          onChange={({ target }) => write({ tokenLifeSeconds: readSeconds(target.value) })}
        />
        <Choice
          label={fields.algorithm}
          value={draft.algorithm}
          options={[
            { value: 'ES256', label: 'ES256' },
            { value: 'RS256', label: fields.rs256 },
          ]}
          onChange={(algorithm) => write({ algorithm })}
        />
        <Choice
          label={fields.tokenType}
          value={draft.tokenType}
          options={[
            { value: 'at+jwt', label: 'at+jwt' },
            { value: 'JWT', label: fields.plainJwt },
          ]}
          onChange={(tokenType) => write({ tokenType })}
        />
      </Part>
      <SaveBar
        label={saveLabel}
        busyLabel={words.saving}
        isBusy={change.isPending || isChecking}
        lacking={lacking}
        undoLabel={words.cancel}
        onUndo={onCancel}
      >
        {problem && <ErrorState problem={problem} />}
      </SaveBar>
    </form>
  )
}

/** Digits alone can be written. */
function readSeconds(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' ? null : Number(digits)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">{children}</Sheet>
    </Section>
  )
}
