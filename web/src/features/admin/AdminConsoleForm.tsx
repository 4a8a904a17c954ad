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

export const verbatimInputProps = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** `scopes[0].scope` becomes `scopes.0.scope`. */
export const toFieldErrors = (errors: readonly (readonly [path: string, message: string | null])[]): FieldErrors =>
  Object.fromEntries(
    errors.flatMap(([path, message]) =>
      message === null ? [] : [[path.replaceAll(/\[(\d+)\]/g, '.$1'), { type: 'server', message }]],
    ),
  )

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
    text: <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...register(name, options),
      fault: fault(name),
    }),
    bound,
    boxes: <Name extends Path<Values>>(name: Name) => {
      const { value: chosen, onChange } = bound(name)
      return { chosen, onChange, fault: fault(name) }
    },
  }
}

interface EditFormProps {
  mutation: { isPending: boolean; error: ApiCallError | null }
  isBusy: boolean
  isChanged: boolean
  labels: { save: string; saving: string; undo?: string }
  disabledReason: string | undefined
  className?: string
  isSaveShown?: boolean
  notes?: ReactNode
  onSubmit: () => void
  onUndo?: () => void
  children: ReactNode
}

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
        // Focuses the first client-side error. Server errors take the focus when they arrive.
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

export function useClearErrorsOnChange<Values extends FieldValues>({
  subscribe,
  clearErrors,
}: UseFormReturn<Values>): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name !== undefined && clearErrors() }),
    [subscribe, clearErrors],
  )
}

/** @returns the settled value, and a function that settles another value immediately */
export function useDebouncedValue(value: string, pauseMs: number) {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return [settled, settle] as const
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageSection title={title}>
      <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">{children}</Card>
    </PageSection>
  )
}
