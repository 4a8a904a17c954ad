// The definition of an application while somebody changes it: one draft for all tabs of its page, checked while it is written, and saved whole.
import { useState } from 'react'
import { problemToSay } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminChange } from '../queries.ts'
import { refresh } from './application-in-full.ts'
import type { ApplicationInFull } from './application-in-full.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import { sendable } from './draft.ts'
import type { Definition, Fault } from './draft.ts'
import { useCheck } from './use-check.ts'

/** @param onFaulty told what is wrong where it could not be saved because of that */
export function useDefinitionDraft(application: ApplicationInFull, onFaulty: (faults: readonly Fault[]) => void) {
  const words = useChapter('adminApplications')
  const announce = useAnnounce()
  const [changes, setChanges] = useState<Definition>({})
  const [isTried, setIsTried] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  const [isMeant, setIsMeant] = useState(false)
  const draft = { ...application.definition, ...changes }
  const isChanged = JSON.stringify(sendable(draft)) !== JSON.stringify(application.definition)
  const isStrangersMeant = isMeant && draft['subjectType'] !== application.definition['subjectType']
  const { check, error, checkNow } = useCheck(isChanged ? draft : null, application.id, isStrangersMeant)
  const faults = isChanged ? (check?.faults ?? []) : []
  const change = useAdminChange('changeApplication', refresh, () => {
    announce(words.save.done)
    setChanges({})
    setIsTried(false)
  })
  const isBusy = change.isPending || isChecking

  async function save() {
    if (isBusy || !isChanged) return
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
    if (found !== null) onFaulty(found)
  }

  const form: DefinitionFormProps = {
    draft,
    faults,
    isTried,
    isNew: false,
    logo: application.logo,
    people: { preferredUsername: application.definition['preferredUsername'], count: application.people },
    onChange: (more) => setChanges({ ...changes, ...more }),
    onReplace: setChanges,
  }
  return {
    form,
    isChanged,
    isBusy,
    isUnsaved: () => isChanged && !change.isPending,
    /** Whether other names for people who signed in have to be meant, and whether they are. */
    strangers:
      isStrangersMeant || faults.some(({ code }) => code === 'subject_strangers') ? { isMeant, setIsMeant } : null,
    problem: problemToSay(change.error) ?? error?.problem ?? null,
    save: () => void save(),
    undo: () => {
      setChanges({})
      setIsTried(false)
      change.reset()
    },
  }
}
