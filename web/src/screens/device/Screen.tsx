// Signs in a device that has no browser or wallet of its own (RFC 8628 §3.3): the person enters the code that it shows,
// sees what asks and from where, and only then decides. Nothing is ever confirmed by opening a link.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import { call } from '../../api.ts'
import type { ClientProblem } from '../../api.ts'
import { reloadWhenRestored } from '../../leave.ts'
import { paths, readUserCode } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import { focusPageHeading } from '../../ui/PageHeading.tsx'
import { PublicLayout } from '../../ui/PublicLayout.tsx'
import { useChapter } from '../../words/use-words.ts'
import { CodeForm } from './CodeForm.tsx'
import { DeviceQuestion } from './DeviceQuestion.tsx'
import { writeUserCode } from './user-code.ts'

type Stage =
  | { readonly at: 'entering'; readonly problem: Problem | ClientProblem | null }
  | { readonly at: 'reading' }
  | { readonly at: 'asked'; readonly request: CallAnswer<'readDeviceRequest'> }
  | { readonly at: 'approved' }
  | { readonly at: 'denied' }

export function DeviceScreen() {
  const words = useChapter('applications').device
  const [given] = useState(() => writeUserCode(readUserCode(location.search) ?? ''))
  const [stage, setStage] = useState<Stage>({ at: given === '' ? 'entering' : 'reading', problem: null })
  const read = useCallback(async (code: string) => {
    setStage({ at: 'reading' })
    const result = await call('readDeviceRequest', { body: { userCode: code } })
    if (result.ok) setStage({ at: 'asked', request: result.answer })
    else if (result.problem.code === 'session.required') location.assign(paths.signIn(paths.device(code)))
    else setStage({ at: 'entering', problem: result.problem })
  }, [])

  const hasBegun = useRef(false)
  useEffect(() => {
    if (given !== '' && !hasBegun.current) void read(given)
    hasBegun.current = true
  }, [given, read])
  useEffect(reloadWhenRestored, [])
  useFocusOnNews(stage.at)

  return <PublicLayout>{content()}</PublicLayout>

  function content() {
    switch (stage.at) {
      case 'entering':
      case 'reading':
        return (
          <CodeForm
            given={given}
            isBusy={stage.at === 'reading'}
            problem={stage.at === 'entering' ? stage.problem : null}
            onEntered={read}
          />
        )
      case 'asked':
        return (
          <DeviceQuestion
            request={stage.request}
            onDone={(at) => setStage({ at })}
            onOtherCode={() => setStage({ at: 'entering', problem: null })}
          />
        )
      case 'approved':
      case 'denied':
        return (
          <Message title={words[stage.at]} text={stage.at === 'approved' ? words.approvedText : words.deniedText}>
            <ButtonLink href={paths.applications}>{words.account}</ButtonLink>
          </Message>
        )
    }
  }
}

/** After a change the keyboard and the screen reader go on from the new heading. */
function useFocusOnNews(at: Stage['at']): void {
  const shown = useRef(at)
  useEffect(() => {
    if (at !== shown.current && at !== 'reading' && at !== 'entering') focusPageHeading()
    shown.current = at
  }, [at])
}
