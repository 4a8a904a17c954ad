// The words of the page for whoever lost something, or wants to be ready for it.
export const lost = {
  title: 'If you lose something',
  intro: (site: string) =>
    `${site} knows you by what you hold: wallets and passkeys. There is no password and no e-mail by which anybody could let you in. So it is worth having more than one way in before you need it.`,
  ways: {
    some: (wallets: string, passkeys: string) => `You have ${wallets} and ${passkeys}.`,
    wallets: (count: number) => (count === 0 ? 'no wallet' : count === 1 ? '1 wallet' : `${count} wallets`),
    passkeys: (count: number) => (count === 0 ? 'no passkey' : count === 1 ? '1 passkey' : `${count} passkeys`),
    safe: 'Losing one of them does not lock you out.',
    alone: 'That is one way in. If you lose it, nobody can let you in.',
    addPasskey: 'Add a passkey',
    addAnotherPasskey: 'Add another passkey',
    linkWallet: 'Link a wallet',
    linkAnotherWallet: 'Link another wallet',
  },
  before: {
    title: 'Before it happens',
    list: [
      'Add a passkey, best one that your phone or password manager keeps on all your devices.',
      'Link a second wallet, kept on another device than the first.',
      'Write down the recovery phrase of each wallet (12 or 24 words, also called seed phrase) on paper and keep it where nobody else looks. Never type it into a website: no honest one asks for it, and this one never does.',
      'Look at your sessions now and then, and end those that you do not need.',
    ],
  },
  cases: {
    device: {
      title: 'I lost my phone or computer',
      text: [
        'Whoever finds it has to unlock it first, and often the wallet too. Still, sign in on another device and end the sessions of the lost one: it is out at once, also from applications that listen.',
        'To get your wallet back, set it up on the new device with its recovery phrase. Or sign in with another wallet or a passkey, link a new wallet and unlink the lost one.',
      ],
    },
    wallet: {
      title: 'I lost a wallet or its recovery phrase',
      text: [
        'Does the wallet still open somewhere? Then write down its recovery phrase now, or link another wallet while you can.',
        'If it is gone: sign in with another wallet of yours or with a passkey, link a new wallet and unlink the lost one. Here you stay who you are, and so do you for every application.',
        'What is in the lost wallet, such as coins, this site cannot bring back. Only the recovery phrase can.',
      ],
    },
    passkey: {
      title: 'I lost the device with my passkey',
      text: [
        'If the list of your passkeys says “On several devices”, it is still on the others; a new device gets it when you sign in to the same password manager or maker’s service.',
        'If it says “On one device alone”, it is gone with the device. Sign in with a wallet or another passkey, remove it from the list and add a new one.',
      ],
    },
    'stolen-wallet': {
      title: 'Somebody else has my wallet or its recovery phrase',
      text: [
        'They can sign in as you, and confirm that they are you: this site cannot tell the two of you apart. Be quick.',
        'Sign in with another wallet or a passkey, unlink the wallet that they have, and end all other sessions. Then look at your activity and at your lists of wallets and passkeys: remove what you did not add.',
        'Move what is worth something out of that wallet, to one that they do not know. If it is the only way in that you have, add a passkey first, then link a new wallet.',
      ],
    },
    signature: {
      title: 'I signed a message on a site that I do not trust',
      text: [
        'Such a site can try to use the signature to sign in here as you. A browser that came in this way cannot change your wallets and passkeys; it can see your account and sign in to applications as you.',
        'Your account asks you about every new browser. Say “No, end it” to those that are not yours, and look at your sessions, your activity and your applications.',
      ],
    },
    everything: {
      title: 'I lost everything',
      text: [
        'Without a wallet and without a passkey nobody can prove to be you, and so nobody can let you in: not whoever runs this site, and not whoever made it. That is what keeps others out as well.',
        'Whoever runs this site can suspend your identity so that nobody uses it, and can delete it if the law gives you that right and they are sure that it is yours. They can neither sign in as you nor give your identity to another wallet.',
        'You can sign in with a new wallet as somebody new. Applications that matter to you may have ways of their own to recognise you: ask them.',
      ],
    },
  },
  casesTitle: 'When it has happened',
  account: 'To your account',
  signInPage: 'To the sign-in page',
}
