// The words of the parts that every screen is made of.
export const ui = {
  productName: 'Countersign',
  language: 'Language',
  /** Each language in its own words, so that whoever looks for it can read it. */
  languageNames: { en: 'English', de: 'Deutsch' },
  pageTitle: (page: string) => `${page} · Countersign`,
  skipToContent: 'Skip to the content',
  navigation: 'Your account',
  copyAddress: 'Copy address',
  copied: 'Copied.',
  notCopied: 'Could not copy. Select the address and copy it by hand.',
  showFullAddress: 'Show the full address',
  hideFullAddress: 'Hide the full address',
  fullAddress: 'Full address',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  tryAgainIn: (seconds: number) => `Again in ${seconds} s`,
  showMore: 'Show more',
  loading: 'Loading…',
  requestId: 'Request id',
  justNow: 'just now',
  unknownError: {
    title: 'Something went wrong.',
    action: 'Try again; if it stays, tell whoever runs this site.',
  },
}
