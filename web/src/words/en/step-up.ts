// The words of the dialog in which a person confirms that it is them.
export const stepUp = {
  title: 'Confirm that it is you',
  text: 'What comes next is for you alone, so show once more that it is you. After that you are not asked again for a few minutes.',
  usePasskey: 'Use a passkey',
  waiting: 'Waiting for your passkey…',
  orWallet: 'Or sign with one of your wallets:',
  thisWallet: 'It has to be the wallet that signs you in here:',
  anyWallet: 'It has to be one of the wallets that sign you in here.',
  cancelled: {
    title: 'No passkey was used.',
    action: 'Nothing is confirmed yet. If your browser offered no passkey, it has none for this site.',
  },
  failed: { title: 'The passkey did not answer.', action: 'Try again, or use another way.' },
  unsupported: 'This browser cannot use passkeys, and no wallet signs you in. Use the browser in which you signed in.',
}
