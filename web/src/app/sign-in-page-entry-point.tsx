// Entry point of the sign-in page: loads nothing that only other pages need.
import type { ReactNode } from 'react'
import { mountReactPage } from './mount-react-page.tsx'
import { parsePendingOwnerApprovalId, parseOidcInteractionId } from '../api/front-end-page-paths.ts'
import { ApplicationSignInPage } from '../features/sign-in/page/ApplicationSignInPage.tsx'
import type { ApplicationSignInRenderProps } from '../features/sign-in/page/SignInOptionsPanel.tsx'
import { startWalletAndPasskeySignIn } from '../features/sign-in/page/start-wallet-and-passkey-sign-in.ts'
import {
  ResumeSignInFailedNotice,
  restoreSignInAwaitingOwners,
} from '../features/sign-in/page/ResumeSignInFailedNotice.tsx'
import { SignInPage } from '../features/sign-in/page/SignInPage.tsx'
import './sign-in.css'

await mountReactPage(renderSignInPage(), ['sign-in'])

async function renderSignInPage(): Promise<ReactNode> {
  const interaction = parseOidcInteractionId(location.search)
  const awaited = parsePendingOwnerApprovalId(location.search)
  const resumed = awaited === null ? null : await restoreSignInAwaitingOwners(awaited, interaction)
  const isMissing = typeof resumed === 'string'
  const running = startWalletAndPasskeySignIn(isMissing ? null : resumed)
  const lead = isMissing && <ResumeSignInFailedNotice why={resumed} />
  const draw = (applicationRequest: ApplicationSignInRenderProps | null) => (
    <SignInPage running={running} applicationRequest={applicationRequest} lead={lead} />
  )
  return interaction === null ? draw(null) : <ApplicationSignInPage id={interaction}>{draw}</ApplicationSignInPage>
}
