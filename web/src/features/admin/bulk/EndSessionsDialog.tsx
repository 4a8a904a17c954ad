// Ended sessions cannot be restored, so the confirmation states their number.
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { ApiCallError } from '../../../api/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusPageHeading } from '../../../ui/focus-page-heading.ts'
import { findTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { useToast } from '../../../ui/toast-context.ts'
import { useTranslations } from 'use-intl'
import { useCallAdminApiWithStepUp } from '../admin-query-hooks.ts'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import { ProgressBar } from '../ProgressBar.tsx'
import { useSignedInAdminAccess } from '../signed-in-admin-access-context.ts'
import {
  addEndedSessions,
  collectMatchingLiveSessions,
  endLiveSessions,
  sortOwnSessionsLast,
} from './end-live-sessions.ts'
import type {
  EndedLiveSessionsResult,
  LiveSessionFilter,
  LiveSessionSelection,
  LiveSessionToEnd,
} from './end-live-sessions.ts'

export type EndSessionsChoice = { sessions: readonly LiveSessionToEnd[] } | { filter: LiveSessionFilter }

type State =
  | { step: 'collecting' }
  | { step: 'asking'; selection: LiveSessionSelection }
  | { step: 'running'; done: number; of: number }
  | { step: 'over'; result: EndedLiveSessionsResult }
  | { step: 'failed'; problem: ApiCallError['problem'] }

interface EndSessionsDialogProps {
  choice: EndSessionsChoice
  onDone?: () => void
  onClose: () => void
}

const callsToRefresh = ['listLiveSessions', 'listPersonSessions', 'readPerson', 'listPeople', 'listEvents'] as const

export function EndSessionsDialog({ choice, onDone, onClose }: EndSessionsDialogProps) {
  const t = useTranslations()
  const toast = useToast()
  const client = useQueryClient()
  const sensitiveCall = useCallAdminApiWithStepUp()
  const { person: self } = useSignedInAdminAccess()
  const isStopped = useRef(false)
  const [state, setState] = useState<State>(
    'sessions' in choice
      ? { step: 'asking', selection: { sessions: [...choice.sessions], isTruncated: false } }
      : { step: 'collecting' },
  )
  useEffect(() => {
    if ('sessions' in choice) return undefined
    const request = new AbortController()
    collectMatchingLiveSessions(callAdminApi, choice.filter, request.signal).then(
      (selection) => setState({ step: 'asking', selection }),
      (error: unknown) => {
        if (request.signal.aborted) return
        if (!(error instanceof ApiCallError)) throw error
        setState({ step: 'failed', problem: error.problem })
      },
    )
    return () => request.abort()
  }, [choice])
  useEffect(() => () => void (isStopped.current = true), [])
  const leave = (result: EndedLiveSessionsResult) => {
    if (result.endedIds.length > 0) toast({ text: t('adminPeople.endAll.done', { count: result.endedIds.length }) })
    onDone?.()
    onClose()
    setTimeout(() => document.activeElement === document.body && focusPageHeading())
  }
  const run = async (selection: LiveSessionSelection, before?: EndedLiveSessionsResult) => {
    const sessions = sortOwnSessionsLast(selection.sessions, self.id)
    isStopped.current = false
    setState({ step: 'running', done: 0, of: sessions.length })
    const now = await endLiveSessions(
      sensitiveCall,
      sessions,
      (done) => setState({ step: 'running', done, of: sessions.length }),
      () => isStopped.current,
    )
    const result = before === undefined ? now : addEndedSessions(before, now)
    // A cancelled step-up leads back to the confirmation.
    if (result.endedIds.length === 0 && result.problem?.code === 'network.cancelled')
      return setState({ step: 'asking', selection })
    for (const name of callsToRefresh) void client.invalidateQueries({ queryKey: [name] })
    if (result.failed.length === 0 && result.remaining.length === 0) return leave(result)
    setState({ step: 'over', result })
  }
  const close = () => {
    if (state.step === 'running') isStopped.current = true
    else if (state.step === 'over') leave(state.result)
    else onClose()
  }
  return (
    <Dialog title={useDialogTitle(choice, state)} onClose={close}>
      {state.step === 'collecting' && (
        <p role="status" className="text-soft">
          {t('ui.loading')}
        </p>
      )}
      {state.step === 'failed' && <LoadErrorPanel problem={state.problem} />}
      {state.step === 'asking' && (
        <Confirmation selection={state.selection} onCancel={onClose} onConfirm={() => void run(state.selection)} />
      )}
      {state.step === 'running' && (
        <div className="grid gap-4">
          <p>{t('adminBulk.progress', { done: state.done, of: state.of })}</p>
          <ProgressBar label={t('adminBulk.progressLabel')} value={state.done} max={state.of} />
          <Button className="justify-self-end" onClick={close}>
            {t('adminBulk.stop')}
          </Button>
        </div>
      )}
      {state.step === 'over' && (
        <ResultSummary
          result={state.result}
          onContinue={() => void run({ sessions: [...state.result.remaining], isTruncated: false }, state.result)}
          onClose={close}
        />
      )}
    </Dialog>
  )
}

function useDialogTitle(choice: EndSessionsChoice, state: State): string {
  const t = useTranslations()
  const [only, ...others] = 'sessions' in choice ? choice.sessions : []
  if (only !== undefined && others.length === 0)
    return t('adminPeople.live.endTitle', {
      who: getPersonLabel(only.person),
      device: describeUserAgent(t, only.userAgent),
    })
  return state.step === 'asking'
    ? t('adminPeople.live.endCountTitle', { count: state.selection.sessions.length })
    : t('adminBulk.titles.endSessions')
}

function Confirmation({
  selection: { sessions, isTruncated },
  onCancel,
  onConfirm,
}: {
  selection: LiveSessionSelection
  onCancel: () => void
  onConfirm: () => void
}) {
  const t = useTranslations()
  const { person: self } = useSignedInAdminAccess()
  const count = sessions.length
  return (
    <div className="grid grid-cols-1 gap-4">
      {count > 1 && <PeopleAndBrowsers sessions={sessions} />}
      <p className="text-soft">{t('adminPeople.live.endText', { count })}</p>
      {isTruncated && <InlineNotice tone="attention" title={t('adminPeople.live.truncated', { count })} />}
      {sessions.some(({ person }) => person.id === self.id) && (
        <p className="font-semibold">{t('adminPeople.live.own')}</p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        {count > 0 && (
          <Button look="main" className="bg-red!" onClick={onConfirm}>
            {t('adminPeople.live.endCount', { count })}
          </Button>
        )}
      </div>
    </div>
  )
}

const maxPeopleShown = 5

function PeopleAndBrowsers({ sessions }: Pick<LiveSessionSelection, 'sessions'>) {
  const t = useTranslations()
  const people = [...Map.groupBy(sessions, ({ person }) => person.id).values()]
  const others = people.length - maxPeopleShown
  return (
    <ul className="grid gap-1 text-small [overflow-wrap:anywhere]">
      {people.slice(0, maxPeopleShown).map(([first, ...rest]) => (
        <li key={first?.person.id}>
          <span translate="no" className="font-semibold">
            {first && getPersonLabel(first.person)}
          </span>
          {': '}
          {[...new Set([first, ...rest].map((session) => describeUserAgent(t, session?.userAgent ?? '')))].join(', ')}
        </li>
      ))}
      {others > 0 && <li className="text-soft">{t('adminPeople.live.otherPeople', { count: others })}</li>}
    </ul>
  )
}

function ResultSummary({
  result: { endedIds, failed, remaining, problem },
  onContinue,
  onClose,
}: {
  result: EndedLiveSessionsResult
  onContinue: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="font-semibold">
        {t('adminPeople.endAll.done', { count: endedIds.length })}
      </p>
      {failed.length > 0 && (
        <ul className="grid gap-1 text-small">
          {failed.map(({ session, code }) => (
            <li key={session.id}>
              {t('adminPeople.live.notEnded', {
                who: getPersonLabel(session.person),
                reason: findTranslatedErrorMessage(t, code)?.title ?? code,
              })}
            </li>
          ))}
        </ul>
      )}
      {problem && problem.code !== 'network.cancelled' && <LoadErrorPanel problem={problem} />}
      {remaining.length > 0 && <p className="text-soft">{t('adminPeople.live.left', { count: remaining.length })}</p>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {remaining.length > 0 && (
          <Button look="main" onClick={onContinue}>
            {t('adminBulk.goOn')}
          </Button>
        )}
      </div>
    </div>
  )
}
