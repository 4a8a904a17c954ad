// An application is connected: what it is, where it sends people, and at once what to paste into it. The secret is told here once.
import { useState } from 'react'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { problemToSay } from '../../../answers.ts'
import { adminPaths } from '../../../admin-paths.ts'
import { shownName } from '../../../applications/shown-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange, useAdminQuery } from '../queries.ts'
import { SecretOnce } from '../SecretOnce.tsx'
import { suggestId } from '../suggest-id.ts'
import { Unsaved } from '../Unsaved.tsx'
import { useGo } from '../use-address.ts'
import { SaveBar } from '../workbench/SaveBar.tsx'
import type { DefinitionFormProps } from './definition-form-props.ts'
import {
  AccessFields,
  ClaimsFields,
  ConnectFields,
  LookPart,
  NameFields,
  Part,
  WholeDefinition,
} from './DefinitionForm.tsx'
import { fillIn, sendable } from './draft.ts'
import type { Definition } from './draft.ts'
import { Paste } from './Paste.tsx'
import { StartChoice } from './StartChoice.tsx'
import { useCheck } from './use-check.ts'

type Presets = AdminAnswer<'readPresets'>
type Made = AdminAnswer<'createApplication'>

export function NewApplicationScreen() {
  const words = useChapter('adminApplications')
  const presets = useAdminQuery('readPresets')
  const [made, setMade] = useState<Made | null>(null)
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-2">
        <AdminLink href={adminPaths.applications()}>{words.back}</AdminLink>
        <PageHeading title={words.create.title} />
        {made === null && <p className="max-w-[60ch] text-soft">{words.create.intro}</p>}
      </div>
      {made !== null && <Connected made={made} />}
      {made === null && presets.error && (
        <ErrorState problem={presets.error.problem} onRetry={() => void presets.refetch()} />
      )}
      {made === null &&
        (presets.data ? (
          <Create presets={presets.data} onMade={setMade} />
        ) : (
          !presets.error && <SkeletonRows rows={6} />
        ))}
    </div>
  )
}

function Create({ presets, onMade }: { presets: Presets; onMade: (made: Made) => void }) {
  const words = useChapter('adminApplications')
  const lacking = useLacking('applications.change')
  const [start, setStart] = useState('web')
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [changes, setChanges] = useState<Definition>({})
  const [isTried, setIsTried] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const program = presets.programs.find(({ id }) => `program ${id}` === start)
  const kind = program?.kind ?? start
  const begun: Definition = {
    ...presets.kinds.find((known) => known.kind === kind)?.definition,
    ...(program && fillIn(program.definition, answers)),
  }
  const own = { ...begun, ...changes }
  const draft: Definition = {
    ...own,
    id: changes.id ?? (program ? begun.id : suggestId(typeof own.name === 'string' ? own.name : '')),
  }
  const { check, error, checkNow } = useCheck(draft)
  const faults = check?.faults ?? []
  const change = useAdminChange(
    'createApplication',
    ['listApplications', 'readSetupSteps', 'readFigures'],
    (answer) => {
      onMade(answer)
      setTimeout(focusPageHeading)
    },
  )
  const problem = problemToSay(change.error)
  const form: DefinitionFormProps = {
    draft,
    faults,
    isTried,
    isNew: true,
    onChange: (more) => setChanges({ ...changes, ...more }),
    onReplace: setChanges,
  }

  async function connect(element: HTMLFormElement) {
    setIsTried(true)
    setIsChecking(true)
    const found = await checkNow()
    setIsChecking(false)
    if (found?.length === 0) return change.mutate({ body: { definition: sendable(draft) } })
    setTimeout(() => {
      const wrong = element.querySelector<HTMLElement>('[aria-invalid=true]')
      // It may stand in what was not opened.
      const closed = wrong?.closest('details')
      if (closed) closed.open = true
      wrong?.focus()
    })
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && !isChecking && lacking === undefined) void connect(event.currentTarget)
      }}
    >
      <Unsaved isUnsaved={() => !change.isPending && Object.keys({ ...answers, ...changes }).length > 0} />
      <Part title={words.create.what}>
        <NameFields {...form} />
        <StartChoice
          presets={presets}
          value={start}
          onChange={(next) => {
            setStart(next)
            // What was written by hand for one thing stands in the way of another; only its name and id are kept.
            const { name, id } = changes
            setChanges({ ...(name !== undefined && { name }), ...(id !== undefined && { id }) })
          }}
        />
        {program?.asks.map(({ name, about, example }) => (
          <TextField
            key={`${program.id} ${name}`}
            label={about}
            placeholder={example}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={answers[name] ?? ''}
            onChange={({ target }) => setAnswers({ ...answers, [name]: target.value })}
          />
        ))}
      </Part>
      <Part title={words.create.where}>
        <ConnectFields {...form} />
      </Part>
      <Paste settings={faults.length === 0 ? check?.paste : undefined} />
      <details className="grid gap-8">
        <summary className="min-h-8 text-lead">{words.create.more}</summary>
        <div className="mt-4 grid grid-cols-1 gap-8">
          <AccessFields {...form} />
          <ClaimsFields {...form} />
          {kind !== 'machine' && <LookPart {...form} />}
          <WholeDefinition {...form} />
        </div>
      </details>
      <SaveBar
        label={words.create.submit}
        busyLabel={words.create.busy}
        isBusy={change.isPending || isChecking}
        lacking={lacking}
      >
        {error && <ErrorState problem={error.problem} />}
        {isTried && faults.length > 0 && (
          <p role="alert" className="text-red">
            {words.faulty(faults.length)}
          </p>
        )}
        {problem && <ErrorState problem={problem} />}
      </SaveBar>
    </form>
  )
}

/** What to do now, with the secret before all else: it is not told again. */
function Connected({ made }: { made: Made }) {
  const words = useChapter('adminApplications')
  const go = useGo()
  const name = shownName(made.application)
  const open = () => go(adminPaths.application(made.application.id))
  return (
    <>
      {made.secret === null ? (
        <Notice tone="verified" title={words.create.made(name)}>
          <p>{words.create.next}</p>
          <Button small className="justify-self-start" onClick={open}>
            {words.create.open}
          </Button>
        </Notice>
      ) : (
        <SecretOnce
          title={words.create.made(name)}
          label={words.secret.label}
          secret={made.secret}
          about={words.create.next}
          onKept={open}
        />
      )}
      <Paste settings={made.paste} />
    </>
  )
}
