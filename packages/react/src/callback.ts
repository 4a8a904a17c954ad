// For a static callback page without React and without the rest of this package.
import { openBroadcastChannel, scheduleTimer } from './core/browser-channel.ts'
import { parseAnswer } from './core/channel-messages.ts'
import { passAnswerToOpener } from './core/pass-answer-to-opener.ts'
import { toSafeReturnPath } from './core/safe-return-path.ts'
import { readSignInRequest, saveAnswer } from './core/sign-in-request.ts'

/**
 * Completes a sign-in on a callback page that shows nothing else. In a pop-up, it passes the answer
 * to the page that opened it and closes the window. After a redirect, it returns to the page that
 * started the sign-in. Without an answer, it goes to the start page.
 * @returns `closed`, `returned`, or `unknown` if no tab waits for this answer
 * @example
 * ```ts
 * import { completeSignInCallback } from '@countersign/react/callback'
 *
 * // In a module script of callback.html: await completeSignInCallback()
 * typeof completeSignInCallback // => 'function'
 * ```
 */
export async function completeSignInCallback(): Promise<'closed' | 'returned' | 'unknown'> {
  const { search, origin } = location
  const answer = parseAnswer(search)
  // The code must not stay in the address or the history.
  history.replaceState(null, '', location.pathname)
  const request = answer && readSignInRequest(sessionStorage, answer.state)
  if (request) {
    saveAnswer(sessionStorage, search)
    location.replace(toSafeReturnPath(request.returnTo, origin))
    return 'returned'
  }
  const browser = { openChannel: openBroadcastChannel, schedule: scheduleTimer }
  if (answer && (await passAnswerToOpener(browser, search, answer.state))) {
    window.close()
    return 'closed'
  }
  location.replace('/')
  return 'unknown'
}
