// The words of the sign-in page once a passkey is used: what came in between, and that it is done.
export const passkeySignIn = {
  waiting: { title: 'Waiting for your passkey.', action: 'Your browser says what to do.' },
  checking: { title: 'Checking…', action: 'This site checks that the passkey is yours.' },
  /** What a passkey or the server can answer that has other words here than elsewhere. */
  troubles: {
    cancelled: {
      title: 'You cancelled. You are not signed in.',
      action: 'If your browser offered no passkey, it has none for this site.',
    },
    unsupported: {
      title: 'This browser cannot use a passkey here.',
      action: 'Use another browser, or a wallet.',
    },
    failed: {
      title: 'Your browser could not use a passkey.',
      action: 'Try again, or use a wallet.',
    },
    'challenge.unusable': {
      title: 'This request expired.',
      action: 'Here is a new one: use your passkey once more.',
    },
  },
  reasonGiven: (reason: string) => `The reason that was given: ${reason}`,
  done: {
    title: (name: string | null) => (name === null ? 'Signed in with your passkey.' : `Signed in as ${name}.`),
    text: (application: string | null) => (application === null ? 'Going on…' : `Going to ${application}…`),
    main: 'Continue',
  },
}
