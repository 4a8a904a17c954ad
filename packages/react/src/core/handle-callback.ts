// What a page does if it was opened by the answer of the sign-in server.
import { parseAnswer } from './channel-messages.ts'
import type { ClientEnvironment } from './client-environment.ts'
import { takeAnswer, takeSignInRequest } from './sign-in-request.ts'
import type { SignInRequest } from './sign-in-request.ts'
import { passAnswerToOpener } from './pass-answer-to-opener.ts'

export interface CallbackPage {
  readonly environment: ClientEnvironment
  readonly redirectUri: () => string
  readonly navigate: (path: string) => void
  readonly redeem: (answer: URLSearchParams, request: SignInRequest) => Promise<void>
  readonly onCallback: () => void
}

/**
 * @returns `none`: this page has no answer; `redeemed`: its answer was redeemed or refused;
 * `elsewhere`: another tab took it; `unknown`: no one asked for it
 */
export async function handleCallback(page: CallbackPage): Promise<'none' | 'redeemed' | 'elsewhere' | 'unknown'> {
  const { environment, navigate } = page
  const here = new URL(environment.href())
  const forwarded = takeAnswer(environment.requests())
  const isCallbackPage = here.pathname === new URL(page.redirectUri()).pathname
  const parameters = forwarded ?? (isCallbackPage ? here.search : '')
  const answer = parseAnswer(parameters)
  if (answer === null) return 'none'
  page.onCallback()
  const request = takeSignInRequest(environment.requests(), answer.state)
  if (request === null) {
    if (forwarded === null && (await passAnswerToOpener(environment, parameters, answer.state))) {
      environment.closeWindow()
      return 'elsewhere'
    }
    if (isCallbackPage) navigate('/')
    return 'unknown'
  }
  // The code leaves the address and the history before anything else runs.
  if (isCallbackPage) navigate(request.returnTo)
  await page.redeem(answer.parameters, request)
  return 'redeemed'
}
