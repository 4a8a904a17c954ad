// The question before something is done to many, how far it has come, and what came of it: who was left out, and why.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '../ProgressBar.tsx'
import { GroupList } from './GroupList.tsx'
import { countDone } from './run-bulk.ts'
import type { Act, ActName, Choice, Looked, Outcome, Failure } from './run-bulk.ts'
import { useBulk } from './use-bulk.ts'
import { useTellDone } from './use-tell-done.ts'
import { errorWords } from '../../../ui/problem-words.ts'
import { PersonLink } from '../workbench/PersonLink.tsx'

/** More than so many nobody reads here. */
const mostShown = 50

function BulkFailures({ failures, heading }: { failures: readonly Failure[]; heading: string }) {
  const t = useTranslations()
  if (failures.length === 0) return null
  const reasons = [...Map.groupBy(failures, ({ code }) => code)]
  return (
    <div className="grid gap-2">
      <p>{heading}</p>
      {reasons.map(([code, those]) => (
        <details key={code} className="rounded-control border border-line px-3 py-1.5 text-small">
          <summary className="min-h-8 cursor-pointer leading-8">
            {t('adminBulk.because', { count: those.length, reason: errorWords(t, code)?.title ?? code })}
          </summary>
          <ul className="grid max-h-60 gap-1 overflow-y-auto py-2">
            {those.slice(0, mostShown).map(({ person }) => (
              <li key={person.id}>
                <PersonLink person={person} size={20} />
              </li>
            ))}
            {those.length > mostShown && <li>{t('adminBulk.andMore', { count: those.length - mostShown })}</li>}
          </ul>
        </details>
      ))}
    </div>
  )
}

interface BulkDialogProps {
  act: ActName
  choice: Choice
  /** All had their turn: nobody needs to stay chosen. */
  onDone: () => void
  onClose: () => void
}

/** As much as the server takes. */
const reasonLimit = 400

export function BulkDialog({ act, choice, onDone, onClose }: BulkDialogProps) {
  const t = useTranslations()
  const { state, look, run, stop } = useBulk(act, choice)
  const [group, setGroup] = useState('')
  const [reason, setReason] = useState('')
  const tellDone = useTellDone()
  useEffect(() => {
    if (act !== 'addToGroup') void look()
  }, [act, look])

  const what: Act = act === 'suspend' ? { act, reason } : act === 'addToGroup' ? { act, group } : { act }
  const close = () => {
    if (state.step === 'running') return stop()
    if (state.step === 'over') leave(state.outcome)
    else onClose()
  }
  const leave = (outcome: Outcome) => {
    if (countDone(outcome) > 0) tellDone(act, outcome)
    if (outcome.left.length === 0) onDone()
    onClose()
    // The button that was pressed may have gone with the choice.
    setTimeout(() => document.activeElement === document.body && focusPageHeading())
  }
  const begin = async (ids: readonly string[], before?: Outcome) => {
    const outcome = await run(what, ids, before)
    // Where all went well there is nothing to read here.
    if (outcome.failed.length === 0 && outcome.left.length === 0) leave(outcome)
  }

  return (
    <Dialog title={t(`adminBulk.titles.${act}`)} onClose={close}>
      {act === 'addToGroup' && (state.step === 'choosing' || state.step === 'failed') && (
        <GroupList
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
        <ErrorState problem={state.problem} onRetry={() => void look(group === '' ? undefined : group)} />
      )}
      {state.step === 'asking' && (
        <Question
          act={act}
          looked={state.looked}
          reason={reason}
          onReason={setReason}
          onCancel={onClose}
          onYes={begin}
        />
      )}
      {state.step === 'running' && (
        <Progress people={state.people} of={state.of}>
          <Button onClick={stop}>{t('adminBulk.stop')}</Button>
        </Progress>
      )}
      {state.step === 'over' && (
        <Over outcome={state.outcome} onGoOn={() => void begin(state.outcome.left, state.outcome)} onClose={close} />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  act: ActName
  looked: Looked
  reason: string
  onReason: (reason: string) => void
  onCancel: () => void
  onYes: (ids: readonly string[]) => Promise<void>
}

function Question({ act, looked, reason, onReason, onCancel, onYes }: QuestionProps) {
  const t = useTranslations()
  const [isTried, setIsTried] = useState(false)
  const { able, unable, isCut } = looked
  const given = reason.trim()
  const fault =
    act !== 'suspend' || (given !== '' && given.length <= reasonLimit)
      ? null
      : given === ''
        ? t('adminUi.confirm.reasonMissing')
        : t('adminUi.confirm.reasonLong', { limit: reasonLimit })
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (fault === null) void onYes(able)
      }}
    >
      <p role="status" className="font-semibold">
        {able.length === 0 ? t('adminBulk.nobody') : t('adminBulk.able', { count: able.length })}
      </p>
      <p className="text-soft">{t(`adminBulk.texts.${act}`)}</p>
      {isCut && <Notice tone="attention" title={t('adminBulk.cut')} />}
      <BulkFailures failures={unable} heading={t('adminBulk.unable', { count: unable.length })} />
      {act === 'suspend' && able.length > 0 && (
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
        {able.length > 0 && (
          <Button type="submit" look={act === 'restore' || act === 'addToGroup' ? 'main' : 'danger'}>
            {t(`adminBulk.doIt.${act}`, { count: able.length })}
          </Button>
        )}
      </div>
    </form>
  )
}

function Progress({ people, of, children }: { people: number; of: number; children: ReactNode }) {
  const t = useTranslations()
  return (
    <div className="grid gap-4">
      <p>{t('adminBulk.progress', { done: people, of })}</p>
      <ProgressBar label={t('adminBulk.progressLabel')} value={people} max={of} />
      <div className="flex justify-end">{children}</div>
    </div>
  )
}

function Over({ outcome, onGoOn, onClose }: { outcome: Outcome; onGoOn: () => void; onClose: () => void }) {
  const t = useTranslations()
  const { failed, left, problem } = outcome
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="font-semibold">
        {t('adminBulk.doneTo', { count: countDone(outcome) })}
      </p>
      <BulkFailures failures={failed} heading={t('adminBulk.failed', { count: failed.length })} />
      {problem && problem.code !== 'network.cancelled' && <ErrorState problem={problem} />}
      {left.length > 0 && <p className="text-soft">{t('adminBulk.left', { count: left.length })}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {left.length > 0 && (
          <Button look="main" onClick={onGoOn}>
            {t('adminBulk.goOn')}
          </Button>
        )}
      </div>
    </div>
  )
}
