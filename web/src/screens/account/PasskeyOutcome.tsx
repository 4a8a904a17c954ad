// What came of the wish to add a passkey, where none was added.
import { problemToSay } from '../../answers.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { PasskeyFailure } from '../../passkey/failure.ts'
import { useChapter } from '../../words/use-words.ts'
import type { useAddPasskey } from './change-passkeys.ts'

/** Nothing where all is well, or nothing has been tried. */
export function PasskeyOutcome({ adding }: { adding: ReturnType<typeof useAddPasskey> }) {
  const words = useChapter('passkeys')
  const problem = problemToSay(adding.error)
  if (problem?.code === 'passkey.registered_already') return <Failure failure="registered-already" />
  // The words that it has elsewhere are about one that was made long ago.
  if (problem?.code === 'passkey.refused') {
    return (
      <Notice tone="attention" title={words.refused}>
        <p>{words.refusedText}</p>
      </Notice>
    )
  }
  if (problem) return <ErrorState problem={problem} />
  const failure = adding.data && 'failure' in adding.data ? adding.data.failure : null
  // Calling it off is no failure.
  if (failure === 'cancelled') return <Notice title={words.cancelled}>{<p>{words.cancelledText}</p>}</Notice>
  return failure && <Failure failure={failure} />
}

function Failure({ failure }: { failure: Exclude<PasskeyFailure, 'cancelled'> }) {
  const words = useChapter('passkeys')
  const { title, text } = {
    unsupported: { title: words.unsupported, text: words.unsupportedText },
    'registered-already': { title: words.registeredAlready, text: words.registeredAlreadyText },
    failed: { title: words.failed, text: words.failedText },
  }[failure]
  return (
    <Notice tone="attention" title={title}>
      <p>{text}</p>
    </Notice>
  )
}
