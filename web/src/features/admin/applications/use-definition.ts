// The definition of an application in a form: what is stored or preset, with the changes over it. The server checks it a moment after each change.
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { AdminInput } from '@countersign/api/admin-calls'
import { useTranslations } from 'use-intl'
import { errorsOf, useSettled } from '../form.tsx'
import { adminQuestion, useAdminQuery } from '../queries.ts'
import type { ApplicationInFull } from './application-in-full.ts'
import { faultAt, sayFault, sendable, textOf, textsOf } from './draft.ts'
import type { Definition, Fault } from './draft.ts'

/** @param stored the application that is changed; null for a new one */
export function useDefinitionForm(base: Definition, stored: ApplicationInFull | null = null) {
  const form = useForm<Record<string, unknown>>({
    defaultValues: {},
    reValidateMode: 'onSubmit',
    resolver: async (values) => {
      const found = await checkNow()
      if (found?.length === 0) return { values, errors: {} }
      return { values: {}, errors: found ? errorsOf(found.map(({ path, message }) => [path, message])) : { root: {} } }
    },
  })
  const changed: Definition = useWatch({ control: form.control })
  const draft: Definition = { ...base, ...changed }
  const written = sendable(draft)
  const changes = Object.fromEntries(
    Object.entries(written).filter(([member, value]) => JSON.stringify(value) !== JSON.stringify(base[member])),
  )
  const isChanged = stored === null || Object.keys(changes).length > 0
  const [isMeant, setIsMeant] = useState(false)
  const newSubjects = isMeant && 'subjectType' in changes
  /** Only what was changed: members that a later release added stay as they are. */
  const body = {
    ...(stored === null ? { definition: written } : { definition: changes, partial: true }),
    ...(newSubjects && { newSubjects }),
  }
  const { check, error, checkNow } = useCheck(isChanged ? { ...body, ...(stored && { replaces: stored.id }) } : null)
  const faults: readonly Fault[] = isChanged ? (check?.faults ?? []) : []
  const { isSubmitted, isSubmitting } = form.formState
  const faultFocus = useFaultFocus()
  return {
    draft,
    /** The members that were written here, whether they differ or not. */
    changed,
    faults,
    stored,
    body,
    isChanged,
    isBusy: isSubmitting,
    /** Whether someone tried to save it: until then an empty field shows no error. */
    isTried: isSubmitted,
    /** What to paste into the other side, of a definition without errors. */
    paste: faults.length === 0 ? check?.paste : undefined,
    problem: error?.problem ?? null,
    /** Whether new subjects for people who signed in have to be confirmed, and whether they are. */
    strangers: newSubjects || faults.some(({ code }) => code === 'subject_strangers') ? { isMeant, setIsMeant } : null,
    put: (members: Definition) => {
      faultFocus.cancel()
      for (const [member, value] of Object.entries(members)) form.setValue(member, value, { shouldDirty: true })
    },
    /** Replaces all changes. */
    replace: (members: Definition) => form.reset({ ...members }, { keepIsSubmitted: true }),
    /** Takes all changes back, and what was said of them. */
    clear: () => form.reset({}),
    /** @param onFaulty is given the paths of the errors */
    save: (onSound: () => void, onFaulty?: (paths: string[]) => void) =>
      void form.handleSubmit(onSound, (errors) => {
        faultFocus.request()
        onFaulty?.(Object.keys(errors).filter((path) => path !== 'root'))
      })(),
  }
}

/** What the server says of a definition; `checkNow` finds the errors of the latest, or null where there is no answer. */
function useCheck(body: AdminInput<'checkApplication'>['body'] | null) {
  const text = body === null ? '' : JSON.stringify(body)
  const [settled, settle] = useSettled(text, 300)
  const client = useQueryClient()
  const given = (of: string) => ({ body: JSON.parse(of || '{"definition":{}}') as NonNullable<typeof body> })
  const query = useAdminQuery('checkApplication', given(settled), { enabled: settled !== '', keepPrevious: true })
  async function checkNow(): Promise<readonly Fault[] | null> {
    settle(text)
    try {
      return (await client.fetchQuery({ ...adminQuestion('checkApplication', given(text)), retry: false })).faults
    } catch {
      // The query says why.
      return null
    }
  }
  return { check: query.data, error: query.error, checkNow }
}

/** Focuses the first field with an error as soon as one is drawn, once that is requested. */
function useFaultFocus() {
  const isWanted = useRef(false)
  useEffect(() => {
    const field = isWanted.current ? document.querySelector<HTMLElement>('#content [aria-invalid=true]') : null
    if (field === null) return
    isWanted.current = false
    field.closest('details')?.setAttribute('open', '')
    field.focus()
  })
  return { request: () => void (isWanted.current = true), cancel: () => void (isWanted.current = false) }
}

type DefinitionForm = ReturnType<typeof useDefinitionForm>

export const DefinitionContext = createContext<DefinitionForm | null>(null)

/** The definition of the form around, and what its fields are given by the names of their members. */
export function useDefinition() {
  const form = use(DefinitionContext)
  const t = useTranslations()
  if (form === null) throw new Error('The fields of a definition must be inside DefinitionContext.')
  const { draft, faults, isTried, put } = form
  /** The error at a path, or at an entry of the list there. */
  const faultOf = (path: string): string | null => {
    const found = faults.find((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    return found === undefined ? null : sayFault(t, found)
  }
  return {
    ...form,
    faultOf,
    /** The error at an entry of a list of texts, as it is written. */
    faultOfEntry: (member: string, place: number): string | null => {
      const found = faultAt(faults, draft, member, place)
      return found && sayFault(t, found)
    },
    /** For `TextField`. */
    text: (member: string) => ({
      value: textOf(draft, member),
      fault: isTried || textOf(draft, member) !== '' ? faultOf(member) : null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => put({ [member]: target.value }),
    }),
    /** For `Choice`. */
    choice: (member: string) => ({
      value: textOf(draft, member),
      onChange: (value: string) => put({ [member]: value }),
    }),
    /** For `CheckBoxes`. */
    boxes: (member: string) => ({
      chosen: textsOf(draft, member),
      fault: faultOf(member),
      onChange: (chosen: string[]) => put({ [member]: chosen }),
    }),
  }
}
