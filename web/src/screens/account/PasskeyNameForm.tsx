// The form that names a passkey. What went wrong the last time goes with the form, so that one that is opened again begins anew.
import type { Passkey } from '@countersign/api/calls'
import { useRenamePasskey } from './change-passkeys.ts'
import { NameForm } from './NameForm.tsx'

export function PasskeyNameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  return <NameForm named={passkey} texts="passkeys" rename={useRenamePasskey()} onDone={onDone} />
}
