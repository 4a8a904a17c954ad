// The entry of the sign-in page, a document of its own because it must be light: it loads nothing that only other pages
// need, and what an application's sign-in adds only where an application asks.
import { boot } from './boot.tsx'
import { readInteractionId } from './paths.ts'
import { SignInScreen } from './screens/sign-in/Screen.tsx'
import { interaction as words } from './words/chapters/interaction.ts'
import './sign-in.css'

const interaction = readInteractionId(location.search)

if (interaction === null) await boot(<SignInScreen />, [])
else await boot(drawAsked(interaction), [words])

async function drawAsked(id: string) {
  const { AskedSignIn } = await import('./screens/sign-in/AskedSignIn.tsx')
  return <AskedSignIn id={id}>{(asked) => <SignInScreen asked={asked} />}</AskedSignIn>
}
