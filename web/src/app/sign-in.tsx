// The entry of the sign-in page, a document of its own because it must be light: it loads nothing that only other pages need.
import type { ReactNode } from 'react'
import { boot } from './boot.tsx'
import { readAwaitedId, readInteractionId } from '../api/paths.ts'
import { AskedSignIn } from '../features/sign-in/page/AskedSignIn.tsx'
import type { Asked } from '../features/sign-in/page/SignInStage.tsx'
import { beginSignIn } from '../features/sign-in/page/begin-sign-in.ts'
import { NothingToResume, resumeSignIn } from '../features/sign-in/page/NothingToResume.tsx'
import { SignInPage } from '../features/sign-in/page/Page.tsx'
import './sign-in.css'

await boot(drawPage(), ['sign-in'])

/** Starts the sign-in at once, while the messages are still on their way. */
async function drawPage(): Promise<ReactNode> {
  const interaction = readInteractionId(location.search)
  const awaited = readAwaitedId(location.search)
  const resumed = awaited === null ? null : await resumeSignIn(awaited, interaction)
  const isMissing = typeof resumed === 'string'
  const running = beginSignIn(isMissing ? null : resumed)
  const lead = isMissing && <NothingToResume why={resumed} />
  const draw = (asked: Asked | null) => <SignInPage running={running} asked={asked} lead={lead} />
  return interaction === null ? draw(null) : <AskedSignIn id={interaction}>{draw}</AskedSignIn>
}
