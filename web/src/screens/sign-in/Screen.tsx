// The sign-in screen: the page, with the sign-in that goes on in this document.
import type { Resumed } from '../../wallet/resumed.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { RunningSignIn } from './begin-sign-in.ts'
import { SignInPage } from './Page.tsx'
import type { SignInPageProps } from './Page.tsx'

/** One for the life of the document: every other page is a document of its own. */
let begun: RunningSignIn | null = null
const begin = (resumed: Resumed | null) => (begun ??= beginSignIn(resumed))

interface SignInScreenProps extends Omit<SignInPageProps, 'running'> {
  /** What somebody comes back to; nothing for whoever begins. */
  resumed?: Resumed | null
}

export function SignInScreen({ resumed = null, ...page }: SignInScreenProps) {
  return <SignInPage running={begin(resumed)} {...page} />
}
