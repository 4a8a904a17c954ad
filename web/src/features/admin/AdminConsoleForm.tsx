// The forms of the console, on react-hook-form: fields by name, with the error of each, the guard against losing changes, and the bar that saves.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { get } from 'react-hook-form'
import type {
  FieldError,
  FieldErrors,
  FieldValues,
  Path,
  PathValue,
  RegisterOptions,
  UseFormReturn,
} from 'react-hook-form'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageSection, Card } from '../../ui/PageSection.tsx'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import { SaveBar } from './master-detail/SaveBar.tsx'

/** For what is typed character by character: addresses, ids. */
export const verbatimInputProps = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** Errors by path, as react-hook-form reads them: `scopes[0].scope` is `scopes.0.scope` there. */
export const toFieldErrors = (errors: readonly (readonly [path: string, message: string | null])[]): FieldErrors =>
  Object.fromEntries(
    errors.flatMap(([path, message]) =>
      message === null ? [] : [[path.replaceAll(/\[(\d+)\]/g, '.$1'), { type: 'server', message }]],
    ),
  )

/** What the fields of a form are given, by their names. */
export function createFieldPropGetters<Values extends FieldValues, Sent>({
  register,
  watch,
  setValue,
  formState,
}: UseFormReturn<Values, unknown, Sent>) {
  const fault = (name: string): string | null =>
    (get(formState.errors, name) as FieldError | undefined)?.message ?? null
  const bound = <Name extends Path<Values>>(name: Name) => ({
    value: watch(name),
    onChange: (value: PathValue<Values, Name>) =>
      setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  })
  return {
    fault,
    /** For `TextField`. */
    text: <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...register(name, options),
      fault: fault(name),
    }),
    /** For `SelectField`, and whatever has a value and changes it. */
    bound,
    /** For `CheckboxGroup`. */
    boxes: <Name extends Path<Values>>(name: Name) => {
      const { value: chosen, onChange } = bound(name)
      return { chosen, onChange, fault: fault(name) }
    },
  }
}

interface EditFormProps {
  mutation: { isPending: boolean; error: ApiCallError | null }
  /** Whether it is being checked, before it is saved. */
  isBusy: boolean
  isChanged: boolean
  labels: { save: string; saving: string; undo?: string }
  /** Why it cannot be saved. */
  disabledReason: string | undefined
  className?: string
  isSaveShown?: boolean
  /** What the bar says above its buttons. */
  notes?: ReactNode
  onSubmit: () => void
  onUndo?: () => void
  children: ReactNode
}

/** A form that is left only after a question while it has changes, and the bar that saves them. */
export function AdminConsoleForm({
  mutation,
  isBusy,
  isChanged,
  labels,
  disabledReason,
  className = 'max-w-[52rem] gap-6',
  isSaveShown = true,
  notes,
  onSubmit,
  onUndo,
  children,
}: EditFormProps) {
  const problem = getDisplayableApiProblem(mutation.error)
  return (
    <form
      noValidate
      className={`grid grid-cols-1 ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        if (mutation.isPending || isBusy || disabledReason !== undefined) return
        onSubmit()
        // What the form itself finds is marked by then; errors of the server take the focus when they arrive.
        setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      }}
    >
      <UnsavedChangesGuard hasUnsavedChanges={() => !mutation.isPending && isChanged} />
      {children}
      {isSaveShown && (
        <SaveBar
          label={labels.save}
          busyLabel={labels.saving}
          isBusy={mutation.isPending || isBusy}
          disabledReason={disabledReason}
          undoLabel={labels.undo}
          onUndo={onUndo}
        >
          {notes}
          {problem && <LoadErrorPanel problem={problem} />}
        </SaveBar>
      )}
    </form>
  )
}

/** Takes the errors of a form away as soon as anything in it changes. */
export function useClearErrorsOnChange<Values extends FieldValues>({
  subscribe,
  clearErrors,
}: UseFormReturn<Values>): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name !== undefined && clearErrors() }),
    [subscribe, clearErrors],
  )
}

/**
 * A value once it has stayed the same for a while (debounce), for questions about what is still being typed.
 * @returns the settled value, and the function that settles another at once
 */
export function useDebouncedValue(value: string, pauseMs: number) {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return [settled, settle] as const
}

/** A part of a form under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageSection title={title}>
      <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">{children}</Card>
    </PageSection>
  )
}
