// The entry of the sign-in page, a document of its own because it must be light: it loads nothing that only other pages need.
import type { ReactNode } from 'react'
import { bootPage } from './boot-page.tsx'
import { parsePendingOwnerApprovalId, parseInteractionId } from '../api/site-paths.ts'
import { ApplicationSignIn } from '../features/sign-in/page/ApplicationSignIn.tsx'
import type { ApplicationSignInRequest } from '../features/sign-in/page/SignInStage.tsx'
import { startSignIn } from '../features/sign-in/page/start-sign-in.ts'
import { ResumeSignInFailedNotice, resumeSignIn } from '../features/sign-in/page/ResumeSignInFailedNotice.tsx'
import { SignInPage } from '../features/sign-in/page/SignInPage.tsx'
import './sign-in.css'

await bootPage(renderSignInPage(), ['sign-in'])

/** Starts the sign-in at once, while the messages are still on their way. */
async function renderSignInPage(): Promise<ReactNode> {
  const interaction = parseInteractionId(location.search)
  const awaited = parsePendingOwnerApprovalId(location.search)
  const resumed = awaited === null ? null : await resumeSignIn(awaited, interaction)
  const isMissing = typeof resumed === 'string'
  const running = startSignIn(isMissing ? null : resumed)
  const lead = isMissing && <ResumeSignInFailedNotice why={resumed} />
  const draw = (applicationRequest: ApplicationSignInRequest | null) => (
    <SignInPage running={running} applicationRequest={applicationRequest} lead={lead} />
  )
  return interaction === null ? draw(null) : <ApplicationSignIn id={interaction}>{draw}</ApplicationSignIn>
}
