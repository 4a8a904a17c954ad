// The words of the first start: how a server gets its first owner.
export const setup = {
  title: 'Set up this server',
  intro: 'Three small steps, and it is yours: whoever can read its terminal becomes its owner.',
  steps: { code: 'Enter the code', signIn: 'Sign in', claim: 'Become the owner' },
  done: 'Done',
  code: {
    text: 'When it started, the server printed a code for you. It looks like this:',
    terminal: 'Terminal',
    label: 'Code from the terminal',
    missing: 'Enter the code that the terminal printed.',
    next: 'Continue',
    change: 'Change the code',
    lost: 'Lost sight of it? Start the server again: it prints a new one, and the old one is worth nothing.',
  },
  signIn: {
    text: 'With a wallet, or with a passkey where you have added one here before. It becomes your way in as the owner; you can add more later.',
    demonstration:
      'No wallet at hand? Take the demonstration wallet: for trying things out on this machine it is all you need.',
    button: 'Sign in',
    as: 'Signed in as',
    other: 'Sign in as somebody else',
  },
  claim: {
    text: 'You will be able to change everything here: people, applications, settings, and who else may do so.',
    button: 'Become the owner',
    working: 'Checking the code…',
  },
  claimed: {
    title: 'This server is yours',
    text: 'You are its owner. A few things are worth doing next, now or later; they wait for you on the overview.',
    console: 'Go to the administration',
  },
  owned: {
    title: 'This server has an owner',
    text: 'There is nothing to set up here any more.',
    console: 'To the administration',
    front: 'To the front page',
    locked:
      'Are you the owner, and locked out? On the machine, “countersign owner grant” with your address lets you in again.',
  },
}
