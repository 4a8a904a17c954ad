// The sign-in page for somebody who comes back to a message that the owners of their wallet take their time with. Loaded only then.
import type { ReactNode } from 'react'
import { call } from '../../api.ts'
import { awaitedPath } from '../../paths.ts'
import { forgetAwaited, recallAwaited } from '../../prove/awaited.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useChapter } from '../../words/use-words.ts'
import { messageWriter } from '../../wallet/message-writer.ts'
import { resume } from '../../wallet/resumed.ts'
import type { Resumed } from '../../wallet/resumed.ts'
import type { Asked } from './Screen.tsx'
import { SignInScreen } from './Screen.tsx'

/** Why there is nothing to come back to. */
type Missing = 'gone' | 'unread'

/**
 * @param id of the challenge
 * @param interaction that the page belongs to, which the challenge has to belong to as well
 * @returns what draws the page
 */
export async function resumeSignIn(id: string, interaction: string | null): Promise<(asked: Asked | null) => ReactNode> {
  const resumed = await recall(id, interaction)
  if (typeof resumed !== 'string') return (asked) => <SignInScreen asked={asked} resumed={resumed} />
  if (resumed === 'gone') {
    forgetAwaited(id)
    history.replaceState(history.state, '', awaitedPath(location.search, null))
  }
  return (asked) => <SignInScreen asked={asked} lead={<NothingToResume why={resumed} />} />
}

async function recall(id: string, interaction: string | null): Promise<Resumed | Missing> {
  const awaited = recallAwaited(id, Date.now())
  if (awaited === null) return 'gone'
  const result = await call('readChallenge', { params: { id } })
  if (!result.ok) return result.problem.code === 'challenge.unusable' ? 'gone' : 'unread'
  const { purpose, interaction: belongsTo, ...challenge } = result.answer
  if (purpose !== 'sign-in' || belongsTo !== interaction) return 'gone'
  return resume(messageWriter, challenge, awaited.connected, awaited.expiresAt, Date.now()) ?? 'gone'
}

function NothingToResume({ why }: { why: Missing }) {
  const { title, text } = useChapter('proving').resumed[why]
  return (
    <Notice tone="attention" title={title}>
      <p>{text}</p>
    </Notice>
  )
}
