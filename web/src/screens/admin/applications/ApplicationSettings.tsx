// The settings of an application, changed in the same fields that it was made with.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import { Unsaved } from '../Unsaved.tsx'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'
import { DefinitionForm } from './DefinitionForm.tsx'
import { sendable } from './draft.ts'
import type { Definition } from './draft.ts'
import { useCheck } from './use-check.ts'

export function ApplicationSettings({ application }: { application: ApplicationInFull }) {
  const words = useChapter('adminApplications')
  const lacking = useLacking('applications.change')
  const [changes, setChanges] = useState<Definition>({})
  const [isTried, setIsTried] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const draft = { ...application.definition, ...changes }
  const isChanged = JSON.stringify(sendable(draft)) !== JSON.stringify(application.definition)
  const [isMeant, setIsMeant] = useState(false)
  const isOtherType = draft['subjectType'] !== application.definition['subjectType']
  const isStrangersMeant = isMeant && isOtherType
  const { check, error, checkNow } = useCheck(isChanged ? draft : null, application.id, isStrangersMeant)
  const faults = isChanged ? (check?.faults ?? []) : []
  const announce = useAnnounce()
  const change = useAdminChange('changeApplication', refresh, () => {
    announce(words.save.done)
    setChanges({})
    setIsTried(false)
  })
  const problem = problemToSay(change.error)

  async function save(form: HTMLFormElement) {
    setIsTried(true)
    setIsChecking(true)
    const found = await checkNow()
    setIsChecking(false)
    if (found?.length === 0)
      return change.mutate({
        params: { application: application.id },
        body: {
          definition: sendable(draft),
          changedAt: application.changedAt,
          ...(isStrangersMeant && { newSubjects: true }),
        },
      })
    setTimeout(() => form.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && !isChecking && lacking === undefined && isChanged) void save(event.currentTarget)
      }}
    >
      <Unsaved isUnsaved={() => isChanged && !change.isPending} />
      <DefinitionForm
        draft={draft}
        faults={faults}
        isTried={isTried}
        isNew={false}
        logo={application.logo}
        people={{ preferredUsername: application.definition['preferredUsername'], count: application.people }}
        onChange={(more) => setChanges({ ...changes, ...more })}
        onReplace={setChanges}
      />
      {(isStrangersMeant || faults.some(({ code }) => code === 'subject_strangers')) && (
        <label className="flex items-start gap-2.5">
          <input
            type="checkbox"
            checked={isMeant}
            onChange={({ target }) => setIsMeant(target.checked)}
            className="mt-1 size-4 shrink-0 accent-seal"
          />
          <span className="min-w-0">{words.save.strangers}</span>
        </label>
      )}
      {error && <ErrorState problem={error.problem} />}
      <div className="grid justify-items-start gap-3">
        {isTried && faults.length > 0 && (
          <p role="alert" className="text-red">
            {words.faulty(faults.length)}
          </p>
        )}
        {problem && <ErrorState problem={problem} />}
        <div className="flex flex-wrap items-start gap-3">
          <Button
            type="submit"
            look="main"
            disabledReason={lacking ?? (isChanged ? undefined : words.save.nothing)}
            busyLabel={change.isPending || isChecking ? words.save.busy : undefined}
          >
            {words.save.submit}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                setChanges({})
                setIsTried(false)
                change.reset()
              }}
            >
              {words.save.discard}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
