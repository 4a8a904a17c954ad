// The server checks the draft after each change.
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
  omitErrorsOfChangedMembers,
  translateApplicationDefinitionError,
  omitEmptyApplicationDefinitionFields,
  getApplicationDefinitionString,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson, ApplicationDefinitionError } from './application-definition-draft.ts'

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
  const body = {
    ...(stored === null ? { definition: written } : { definition: changes, partial: true }),
    ...(newSubjects && { newSubjects }),
  }
  const { check, error, checkNow } = useDefinitionCheck(
    isChanged ? { ...body, ...(stored && { replaces: stored.id }) } : null,
  )
  const errors: readonly ApplicationDefinitionError[] =
    isChanged && check ? omitErrorsOfChangedMembers(check.errors, check.definition, body.definition) : []
  const { isSubmitted, isSubmitting } = form.formState
  const faultFocus = useFocusFirstError()
  return {
    draft,
    changed,
    errors,
    stored,
    body,
    isChanged,
    isBusy: isSubmitting,
    /** An empty field shows no error until the first attempt to save. */
    isTried: isSubmitted,
    problem: error?.problem ?? null,
    strangers: newSubjects || errors.some(({ code }) => code === 'subject_strangers') ? { isMeant, setIsMeant } : null,
    put: (members: ApplicationDefinitionJson) => {
      faultFocus.cancel()
      for (const [member, value] of Object.entries(members)) form.setValue(member, value, { shouldDirty: true })
    },
    replace: (members: ApplicationDefinitionJson) => form.reset({ ...members }, { keepIsSubmitted: true }),
    clear: () => form.reset({}),
    save: (onSound: () => void, onFaulty?: (paths: string[]) => void) =>
      void form.handleSubmit(onSound, (errors) => {
        faultFocus.request()
        onFaulty?.(Object.keys(errors).filter((path) => path !== 'root'))
      })(),
  }
}

/** `checkNow` returns the errors of the latest draft, or null if the request failed. */
function useDefinitionCheck(body: AdminApiEndpointInput<'checkApplication'>['body'] | null) {
  const text = body === null ? '' : JSON.stringify(body)
  const [settled, settle] = useDebouncedValue(text, 300)
  const client = useQueryClient()
  const given = (of: string) => ({ body: JSON.parse(of || '{"definition":{}}') as NonNullable<typeof body> })
  const query = useAdminQuery('checkApplication', given(settled), { enabled: settled !== '', keepPrevious: true })
  const [checked, setChecked] = useState<{ of: string; errors: readonly ApplicationDefinitionError[] } | null>(null)
  if (query.data && !query.isPlaceholderData && checked?.errors !== query.data.errors)
    setChecked({ of: settled, errors: query.data.errors })
  async function checkNow(): Promise<readonly ApplicationDefinitionError[] | null> {
    settle(text)
    try {
      return (await client.fetchQuery({ ...createAdminQueryOptions('checkApplication', given(text)), retry: false }))
        .errors
    } catch {
      return null
    }
  }
  const check = checked && { errors: checked.errors, definition: given(checked.of).body.definition }
  return { check, error: query.error, checkNow }
}

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

export function useApplicationDefinitionFormContext() {
  const form = use(ApplicationDefinitionFormContext)
  const t = useTranslations()
  if (form === null) throw new Error('The fields of a definition must be inside DefinitionContext.')
  const { draft, errors, isTried, put } = form
  const faultOf = (path: string): string | null => {
    const found = errors.find((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    return found === undefined ? null : translateApplicationDefinitionError(t, found)
  }
  return {
    ...form,
    faultOf,
    faultOfEntry: (member: string, place: number): string | null => {
      const found = findApplicationDefinitionErrorAt(errors, draft, member, place)
      return found && translateApplicationDefinitionError(t, found)
    },
    text: (member: string) => ({
      value: getApplicationDefinitionString(draft, member),
      fault: isTried || getApplicationDefinitionString(draft, member) !== '' ? faultOf(member) : null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => put({ [member]: target.value }),
    }),
    choice: (member: string) => ({
      value: getApplicationDefinitionString(draft, member),
      onChange: (value: string) => put({ [member]: value }),
    }),
    boxes: (member: string) => ({
      chosen: getApplicationDefinitionStringList(draft, member),
      fault: faultOf(member),
      onChange: (chosen: string[]) => put({ [member]: chosen }),
    }),
  }
}
