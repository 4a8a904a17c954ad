import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '../ProgressBar.tsx'
import { BulkActionGroupPicker } from './BulkActionGroupPicker.tsx'
import { countPeopleBulkActionSuccesses } from './run-people-bulk-action.ts'
import type {
  PeopleBulkAction,
  PeopleBulkActionName,
  PeopleBulkActionTarget,
  PeopleBulkActionPreview,
  PeopleBulkActionResult,
  PeopleBulkActionFailure,
} from './run-people-bulk-action.ts'
import { usePeopleBulkAction } from './use-people-bulk-action.ts'
import { useBulkActionToast } from './use-bulk-action-toast.ts'
import { findTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { PersonLink } from '../master-detail/PersonLink.tsx'

const maxShown = 50

function BulkFailures({ failures, heading }: { failures: readonly PeopleBulkActionFailure[]; heading: string }) {
  const t = useTranslations()
  if (failures.length === 0) return null
  const reasons = [...Map.groupBy(failures, ({ code }) => code)]
  return (
    <div className="grid gap-2">
      <p>{heading}</p>
      {reasons.map(([code, those]) => (
        <details key={code} className="rounded-control border border-line px-3 py-1.5 text-small">
          <summary className="min-h-8 cursor-pointer leading-8">
            {t('adminBulk.because', {
              count: those.length,
              reason: findTranslatedErrorMessage(t, code)?.title ?? code,
            })}
          </summary>
          <ul className="grid max-h-60 gap-1 overflow-y-auto py-2">
            {those.slice(0, maxShown).map(({ person }) => (
              <li key={person.id}>
                <PersonLink person={person} size={20} />
              </li>
            ))}
            {those.length > maxShown && <li>{t('adminBulk.andMore', { count: those.length - maxShown })}</li>}
          </ul>
        </details>
      ))}
    </div>
  )
}

interface BulkActionDialogProps {
  act: PeopleBulkActionName
  choice: PeopleBulkActionTarget
  onDone: () => void
  onClose: () => void
}

const maxReasonLength = 400

export function PeopleBulkActionDialog({ act, choice, onDone, onClose }: BulkActionDialogProps) {
  const t = useTranslations()
  const { state, look, run, stop } = usePeopleBulkAction(act, choice)
  const [group, setGroup] = useState('')
  const [reason, setReason] = useState('')
  const tellDone = useBulkActionToast()
  useEffect(() => {
    if (act !== 'addToGroup') void look()
  }, [act, look])

  const what: PeopleBulkAction = act === 'suspend' ? { act, reason } : act === 'addToGroup' ? { act, group } : { act }
  const close = () => {
    if (state.step === 'running') return stop()
    if (state.step === 'over') leave(state.outcome)
    else onClose()
  }
  const leave = (outcome: PeopleBulkActionResult) => {
    if (countPeopleBulkActionSuccesses(outcome) > 0) tellDone(act, outcome)
    if (outcome.remainingIds.length === 0) onDone()
    onClose()
    setTimeout(() => document.activeElement === document.body && focusPageHeading())
  }
  const runAction = async (ids: readonly string[], before?: PeopleBulkActionResult) => {
    const outcome = await run(what, ids, before)
    if (outcome.failed.length === 0 && outcome.remainingIds.length === 0) leave(outcome)
  }

  return (
    <Dialog title={t(`adminBulk.titles.${act}`)} onClose={close}>
      {act === 'addToGroup' && (state.step === 'choosing' || state.step === 'failed') && (
        <BulkActionGroupPicker
          value={group}
          onChoose={(chosen) => {
            setGroup(chosen)
            void look(chosen)
          }}
        />
      )}
      {state.step === 'looking' && (
        <p role="status" className="text-soft">
          {t('adminBulk.looking', { count: state.people })}
        </p>
      )}
      {state.step === 'failed' && (
        <LoadErrorPanel problem={state.problem} onRetry={() => void look(group === '' ? undefined : group)} />
      )}
      {state.step === 'asking' && (
        <BulkConfirmation
          act={act}
          preview={state.looked}
          reason={reason}
          onReason={setReason}
          onCancel={onClose}
          onConfirm={runAction}
        />
      )}
      {state.step === 'running' && (
        <BulkProgress people={state.people} of={state.of}>
          <Button onClick={stop}>{t('adminBulk.stop')}</Button>
        </BulkProgress>
      )}
      {state.step === 'over' && (
        <BulkResultSummary
          outcome={state.outcome}
          onGoOn={() => void runAction(state.outcome.remainingIds, state.outcome)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

interface BulkConfirmationProps {
  act: PeopleBulkActionName
  preview: PeopleBulkActionPreview
  reason: string
  onReason: (reason: string) => void
  onCancel: () => void
  onConfirm: (ids: readonly string[]) => Promise<void>
}

function BulkConfirmation({ act, preview, reason, onReason, onCancel, onConfirm }: BulkConfirmationProps) {
  const t = useTranslations()
  const [isTried, setIsTried] = useState(false)
  const { eligibleIds, ineligible, isTruncated } = preview
  const given = reason.trim()
  const fault =
    act !== 'suspend' || (given !== '' && given.length <= maxReasonLength)
      ? null
      : given === ''
        ? t('adminUi.confirm.reasonMissing')
        : t('adminUi.confirm.reasonLong', { limit: maxReasonLength })
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (fault === null) void onConfirm(eligibleIds)
      }}
    >
      <p role="status" className="font-semibold">
        {eligibleIds.length === 0 ? t('adminBulk.nobody') : t('adminBulk.able', { count: eligibleIds.length })}
      </p>
      <p className="text-soft">{t(`adminBulk.texts.${act}`)}</p>
      {isTruncated && <InlineNotice tone="attention" title={t('adminBulk.cut')} />}
      <BulkFailures failures={ineligible} heading={t('adminBulk.unable', { count: ineligible.length })} />
      {act === 'suspend' && eligibleIds.length > 0 && (
        <TextField
          label={t('adminUi.confirm.reason')}
          hint={t('adminBulk.reasonHint')}
          fault={isTried ? fault : null}
          value={reason}
          autoComplete="off"
          onChange={({ target }) => onReason(target.value)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        {eligibleIds.length > 0 && (
          <Button type="submit" look={act === 'restore' || act === 'addToGroup' ? 'main' : 'danger'}>
            {t(`adminBulk.doIt.${act}`, { count: eligibleIds.length })}
          </Button>
        )}
      </div>
    </form>
  )
}

function BulkProgress({ people, of, children }: { people: number; of: number; children: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="grid gap-4">
      <p>{t('adminBulk.progress', { done: people, of })}</p>
      <ProgressBar label={t('adminBulk.progressLabel')} value={people} max={of} />
      <div className="flex justify-end">{children}</div>
    </div>
  )
}

function BulkResultSummary({
  outcome,
  onGoOn,
  onClose,
}: {
  outcome: PeopleBulkActionResult
  onGoOn: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const { failed, remainingIds, problem } = outcome
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="font-semibold">
        {t('adminBulk.doneTo', { count: countPeopleBulkActionSuccesses(outcome) })}
      </p>
      <BulkFailures failures={failed} heading={t('adminBulk.failed', { count: failed.length })} />
      {problem && problem.code !== 'network.cancelled' && <LoadErrorPanel problem={problem} />}
      {remainingIds.length > 0 && <p className="text-soft">{t('adminBulk.left', { count: remainingIds.length })}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {remainingIds.length > 0 && (
          <Button look="main" onClick={onGoOn}>
            {t('adminBulk.goOn')}
          </Button>
        )}
      </div>
    </div>
  )
}
