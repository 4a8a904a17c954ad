// The definition of an application in a form: what is stored or preset, with the changes over it. The server checks it a moment after each change.
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { useTranslations } from 'use-intl'
import { toFieldErrors, useDebouncedValue } from '../AdminConsoleForm.tsx'
import { createAdminQueryOptions, useAdminQuery } from '../admin-query-hooks.ts'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import {
  findApplicationDefinitionErrorAt,
  translateApplicationDefinitionError,
  omitEmptyApplicationDefinitionFields,
  getApplicationDefinitionString,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson, ApplicationDefinitionError } from './application-definition-draft.ts'

/** @param stored the application that is changed; null for a new one */
export function useApplicationDefinitionForm(
  base: ApplicationDefinitionJson,
  stored: ApplicationDetailsResponse | null = null,
) {
  const form = useForm<Record<string, unknown>>({
    defaultValues: {},
    reValidateMode: 'onSubmit',
    resolver: async (values) => {
      const found = await checkNow()
      if (found?.length === 0) return { values, errors: {} }
      return {
        values: {},
        errors: found ? toFieldErrors(found.map(({ path, message }) => [path, message])) : { root: {} },
      }
    },
  })
  const changed: ApplicationDefinitionJson = useWatch({ control: form.control })
  const draft: ApplicationDefinitionJson = { ...base, ...changed }
  const written = omitEmptyApplicationDefinitionFields(draft)
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
  const { check, error, checkNow } = useDefinitionCheck(
    isChanged ? { ...body, ...(stored && { replaces: stored.id }) } : null,
  )
  const errors: readonly ApplicationDefinitionError[] = isChanged ? (check?.errors ?? []) : []
  const { isSubmitted, isSubmitting } = form.formState
  const faultFocus = useFocusFirstError()
  return {
    draft,
    /** The members that were written here, whether they differ or not. */
    changed,
    errors,
    stored,
    body,
    isChanged,
    isBusy: isSubmitting,
    /** Whether someone tried to save it: until then an empty field shows no error. */
    isTried: isSubmitted,
    /** What to paste into the other side, of a definition without errors. */
    paste: errors.length === 0 ? check?.clientSettings : undefined,
    problem: error?.problem ?? null,
    /** Whether new subjects for people who signed in have to be confirmed, and whether they are. */
    strangers: newSubjects || errors.some(({ code }) => code === 'subject_strangers') ? { isMeant, setIsMeant } : null,
    put: (members: ApplicationDefinitionJson) => {
      faultFocus.cancel()
      for (const [member, value] of Object.entries(members)) form.setValue(member, value, { shouldDirty: true })
    },
    /** Replaces all changes. */
    replace: (members: ApplicationDefinitionJson) => form.reset({ ...members }, { keepIsSubmitted: true }),
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
function useDefinitionCheck(body: AdminApiEndpointInput<'checkApplication'>['body'] | null) {
  const text = body === null ? '' : JSON.stringify(body)
  const [settled, settle] = useDebouncedValue(text, 300)
  const client = useQueryClient()
  const given = (of: string) => ({ body: JSON.parse(of || '{"definition":{}}') as NonNullable<typeof body> })
  const query = useAdminQuery('checkApplication', given(settled), { enabled: settled !== '', keepPrevious: true })
  async function checkNow(): Promise<readonly ApplicationDefinitionError[] | null> {
    settle(text)
    try {
      return (await client.fetchQuery({ ...createAdminQueryOptions('checkApplication', given(text)), retry: false }))
        .errors
    } catch {
      // The query says why.
      return null
    }
  }
  return { check: query.data, error: query.error, checkNow }
}

/** Focuses the first field with an error as soon as one is drawn, once that is requested. */
function useFocusFirstError() {
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

type ApplicationForm = ReturnType<typeof useApplicationDefinitionForm>

export const ApplicationDefinitionFormContext = createContext<ApplicationForm | null>(null)

/** The definition of the form around, and what its fields are given by the names of their members. */
export function useApplicationDefinitionFormContext() {
  const form = use(ApplicationDefinitionFormContext)
  const t = useTranslations()
  if (form === null) throw new Error('The fields of a definition must be inside DefinitionContext.')
  const { draft, errors, isTried, put } = form
  /** The error at a path, or at an entry of the list there. */
  const faultOf = (path: string): string | null => {
    const found = errors.find((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    return found === undefined ? null : translateApplicationDefinitionError(t, found)
  }
  return {
    ...form,
    faultOf,
    /** The error at an entry of a list of texts, as it is written. */
    faultOfEntry: (member: string, place: number): string | null => {
      const found = findApplicationDefinitionErrorAt(errors, draft, member, place)
      return found && translateApplicationDefinitionError(t, found)
    },
    /** For `TextField`. */
    text: (member: string) => ({
      value: getApplicationDefinitionString(draft, member),
      fault: isTried || getApplicationDefinitionString(draft, member) !== '' ? faultOf(member) : null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => put({ [member]: target.value }),
    }),
    /** For `SelectField`. */
    choice: (member: string) => ({
      value: getApplicationDefinitionString(draft, member),
      onChange: (value: string) => put({ [member]: value }),
    }),
    /** For `CheckboxGroup`. */
    boxes: (member: string) => ({
      chosen: getApplicationDefinitionStringList(draft, member),
      fault: faultOf(member),
      onChange: (chosen: string[]) => put({ [member]: chosen }),
    }),
  }
}
