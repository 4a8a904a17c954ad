// Passes the answer of a pop-up to the tab that opened it.
import { createChannelMessage, readChannelMessage } from './channel-messages.ts'
import type { ClientEnvironment } from './client-environment.ts'
import { isSameText } from './sign-in-request.ts'

/** A tab that waits for the answer responds at once; a suspended one takes longer. */
const acknowledgementTimeoutMs = 2000

/** @returns whether another tab of this origin waited for this answer */
export function passAnswerToOpener(
  environment: Pick<ClientEnvironment, 'openChannel' | 'schedule'>,
  parameters: string,
  state: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isReceived: boolean): void => {
      cancel()
      channel.close()
      resolve(isReceived)
    }
    const channel = environment.openChannel((data) => {
      if (isSameText(readChannelMessage(data, 'received') ?? '', state)) finish(true)
    })
    const cancel = environment.schedule(() => finish(false), acknowledgementTimeoutMs)
    channel.post(createChannelMessage('answer', parameters))
  })
}
