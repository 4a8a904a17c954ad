// Links another wallet, in steps: the wallet signs; where it signs in to another identity, that may be the same person's,
// and the two can be merged. What each step needs is fetched when the dialog is opened.
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../ui/Dialog.tsx'
import { LatePart } from '../../ui/LatePart.tsx'
import { useChapter } from '../../words/use-words.ts'
import type { LinkDialogProps, LinkStep } from './link-step.ts'

const loadSteps = () => import('./LinkSteps.tsx')

export function LinkDialog(props: LinkDialogProps) {
  const words = useChapter('wallets')
  const [step, setStep] = useState<LinkStep>({ at: 'link' })
  const client = useQueryClient()
  // Put away while the server was still looking at the signature, it may have been linked all the same.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['wallets'] }), [client])
  const title = { link: words.link, merge: words.merge.proofTitle, preview: words.merge.title }[step.at]
  return (
    <Dialog title={title} onClose={props.onClose}>
      <LatePart load={loadSteps}>{({ LinkSteps }) => <LinkSteps {...props} step={step} onStep={setStep} />}</LatePart>
    </Dialog>
  )
}
