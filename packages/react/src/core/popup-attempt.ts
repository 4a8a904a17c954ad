// Waits for the answer of a pop-up. The sign-in page's Cross-Origin-Opener-Policy cuts the
// connection to the window: `closed` is then true for an open window, and no message can be sent.
// So the answer comes by BroadcastChannel, and whether the window still exists is judged by whether
// the person came back to this page (docs/decisions/0089-react-package.md).
import { createChannelMessage, parseAnswer, readChannelMessage } from './channel-messages.ts'
import type { ClientEnvironment, PopupWindow } from './client-environment.ts'
import { isSameText, signInRequestLifetimeMs } from './sign-in-request.ts'
import type { SignInRequest } from './sign-in-request.ts'

/** An answer can arrive just after the window closed itself. */
const answerGraceMs = 1500

export interface PopupAttemptListener {
  readonly onAnswer: (answer: URLSearchParams) => void
  /** The person came back without an answer. An answer still counts until `end`. */
  readonly onLost: (code: 'popup_closed' | 'popup_strayed' | 'expired') => void
}

/** @returns ends the attempt; answers no longer count */
export function startPopupAttempt(
  environment: ClientEnvironment,
  popup: PopupWindow,
  request: Pick<SignInRequest, 'state'>,
  { onAnswer, onLost }: PopupAttemptListener,
): () => void {
  let cancelGrace = (): void => {}
  const end = (): void => {
    channel.close()
    stopWatching()
    cancelExpiry()
    cancelGrace()
  }
  const channel = environment.openChannel((data) => {
    const answer = parseAnswer(readChannelMessage(data, 'answer') ?? '')
    if (answer === null || !isSameText(answer.state, request.state)) return
    channel.post(createChannelMessage('received', answer.state))
    end()
    // Without an opener policy, the window could not close itself.
    popup.close()
    onAnswer(answer.parameters)
  })
  const stopWatching = environment.watchAttention((change) => {
    cancelGrace()
    if (change === 'left') return
    cancelGrace = environment.schedule(
      () => onLost(popup.isClosed() && change === 'returned' ? 'popup_closed' : 'popup_strayed'),
      answerGraceMs,
    )
  })
  const cancelExpiry = environment.schedule(() => {
    end()
    onLost('expired')
  }, signInRequestLifetimeMs)
  return end
}
