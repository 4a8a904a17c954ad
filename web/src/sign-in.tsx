// The entry of the sign-in page, a document of its own because it must be light: it loads nothing that only other pages need.
import type { ReactNode } from 'react'
import { boot } from './boot.tsx'
import { readAwaitedId, readInteractionId } from './paths.ts'
import { AskedSignIn } from './screens/sign-in/AskedSignIn.tsx'
import type { Asked } from './screens/sign-in/asked.ts'
import { NothingToResume, resumeSignIn } from './screens/sign-in/NothingToResume.tsx'
import { SignInScreen } from './screens/sign-in/Screen.tsx'
import './sign-in.css'

const interaction = readInteractionId(location.search)
const awaited = readAwaitedId(location.search)

await boot(awaited === null ? draw({}) : resumeSignIn(awaited, interaction).then(drawResumed), ['signInPage'])

function draw(page: Omit<Parameters<typeof SignInScreen>[0], 'asked'>): ReactNode {
  const drawAsked = (asked: Asked | null) => <SignInScreen asked={asked} {...page} />
  return interaction === null ? drawAsked(null) : <AskedSignIn id={interaction}>{drawAsked}</AskedSignIn>
}

function drawResumed(resumed: Awaited<ReturnType<typeof resumeSignIn>>): ReactNode {
  return draw(typeof resumed === 'string' ? { lead: <NothingToResume why={resumed} /> } : { resumed })
}
