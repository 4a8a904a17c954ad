// The entry of the sign-in page, a document of its own because it must be light: it loads nothing that only other pages
// need, and what an application's sign-in adds, or coming back to one, only where it is so.
import type { ReactNode } from 'react'
import { boot } from './boot.tsx'
import { readAwaitedId, readInteractionId } from './paths.ts'
import { SignInScreen } from './screens/sign-in/Screen.tsx'
import type { Asked } from './screens/sign-in/asked.ts'
import './sign-in.css'

const interaction = readInteractionId(location.search)
const awaited = readAwaitedId(location.search)

const chapters = [
  ...(interaction === null ? [] : (['interaction'] as const)),
  ...(awaited === null ? [] : (['proving'] as const)),
]
await boot(awaited === null && interaction === null ? <SignInScreen /> : drawMore(), chapters)

async function drawMore() {
  const draw = awaited === null ? (asked: Asked | null) => <SignInScreen asked={asked} /> : await resume(awaited)
  return interaction === null ? draw(null) : drawAsked(interaction, draw)
}

async function resume(id: string) {
  const part = await import('./screens/sign-in/NothingToResume.tsx')
  const resumed = await part.resumeSignIn(id, interaction)
  const NothingToResume = part.NothingToResume
  const props = typeof resumed === 'string' ? { lead: <NothingToResume why={resumed} /> } : { resumed }
  return (asked: Asked | null) => <SignInScreen asked={asked} {...props} />
}

async function drawAsked(id: string, draw: (asked: Asked) => ReactNode) {
  const part = await import('./screens/sign-in/AskedSignIn.tsx')
  return <part.AskedSignIn id={id}>{draw}</part.AskedSignIn>
}
