// The words that stand in place of a page that cannot go on. They are in each document from the start, in every language, so that nothing
// has to be fetched to say them.
import type { PageFaultCode } from '../../page-fault.ts'
import type { ErrorWords } from '../error-words.ts'

interface FaultWords {
  readonly codes: Readonly<Record<PageFaultCode, ErrorWords>>
  readonly reload: string
  readonly front: string
}

export const fault: FaultWords = {
  codes: {
    'page.fault': {
      title: 'This page cannot go on.',
      action:
        'The fault is in this site, and not yours. Load the page again; if it stays, tell whoever runs this site the code below.',
    },
    'page.incomplete': {
      title: 'A part of this page is missing.',
      action: 'The connection may have broken, or this site was renewed while the page was open. Load the page again.',
    },
  },
  reload: 'Load the page again',
  front: 'Back to the start',
}
