// What the refusals mean that only the other pages can meet, and what to do now.
import type { FurtherErrorWords } from '../further-error-words.ts'

export const furtherErrors: FurtherErrorWords = {
  'session.required': {
    title: 'You are not signed in.',
    action: 'Sign in and try again.',
  },
  'sign_up.off': {
    title: 'You cannot begin with a passkey here.',
    action: 'Sign in with a wallet, then add a passkey.',
  },
  'session.not_found': {
    title: 'That session has already ended.',
    action: 'Look at the list again.',
  },
  'cross_device.over': {
    title: 'This code was for one use, and it is over.',
    action: 'Begin again on the other screen.',
  },
  'grant.not_found': {
    title: 'This application is not on your list any more.',
    action: 'Look at the list again.',
  },
  'step_up.required': {
    title: 'Please confirm that it is you.',
    action: 'Use a passkey or sign with one of your wallets, then this goes on.',
  },
  'browser.no_cookie': {
    title: 'This browser refuses cookies from this site.',
    action: 'Allow them, then reload the page and sign in again.',
  },
  'challenge.unusable': {
    title: 'This sign-in request expired or was already used.',
    action: 'Ask for a new one and sign it.',
  },
  'signature.refused': {
    title: 'The signature does not match the wallet.',
    action: 'Sign with the wallet whose address the message names.',
  },
  'signature.awaited': {
    title: 'Not all owners have approved yet.',
    action: 'Keep this page open, or come back later with the link. Nothing was lost.',
  },
  'wallet.not_deployed': {
    title: 'This wallet does not exist on its chain yet.',
    action: 'Deploy it, or use another wallet.',
  },
  'chain.not_read': {
    title: 'This is a contract wallet on a chain that this site does not read.',
    action: 'Use another wallet, or ask whoever runs this site to add the chain.',
  },
  'chain.unavailable': {
    title: 'The chain cannot be reached to check this wallet.',
    action: 'Nothing is wrong with your wallet. Try again in a moment.',
  },
  'sign_in.mismatch': {
    title: 'The signed message is not the one this site asked for.',
    action: 'Try again, and sign the message as it is shown.',
  },
  'signature.malformed': {
    title: 'The wallet returned something that is not a signature this site can read.',
    action: 'Try again, or use another wallet.',
  },
  'passkey.refused': {
    title: 'This passkey was not accepted.',
    action: 'It may have been removed here. Use another passkey or a wallet.',
  },
  'person.suspended': {
    title: 'This sign-in has been suspended.',
    action: 'Ask whoever runs this site.',
  },
  'step_up.somebody_else': {
    title: 'That wallet or passkey is not one of yours here.',
    action: 'Use one that is on your lists.',
  },
  'way_in.last': {
    title: 'This is your last way in.',
    action: 'Link another wallet or add a passkey first; otherwise nobody could sign in as you any more.',
  },
  'wallet.not_found': {
    title: 'This wallet is not on your list any more.',
    action: 'Look at the list again.',
  },
  'wallet.linked_already': {
    title: 'This wallet is on your list already.',
    action: 'Choose another one in your wallet.',
  },
  'signature.too_long': {
    title: 'The signature is longer than this site reads.',
    action: 'Use another wallet, or ask whoever runs this site to let it read longer ones.',
  },
  'wallet.held': {
    title: 'The contract of this wallet has changed since it was last used here.',
    action: 'Confirm it first by another of your ways, under Wallets.',
  },
  'wallet.proof_needed': {
    title: 'The wallet has to sign once more.',
    action: 'Link it again: its signature confirms it.',
  },
  'wallet.taken': {
    title: 'This wallet signs in to another identity here.',
    action: 'If that one is yours too, you can merge the two. Otherwise choose another wallet.',
  },
  'wallet.too_many': {
    title: 'There is no room for another wallet.',
    action: 'Unlink one that you no longer use first.',
  },
  'merge.unusable': {
    title: 'This merge cannot be accepted or undone any more.',
    action: 'Look at your wallets again; begin anew if it is not done.',
  },
  'merge.impossible': {
    title: 'These two identities cannot be merged.',
    action:
      'Both must be in use, be two different ones, and together fit into one list of wallets and passkeys. One with a role here goes on itself: sign in as it, and merge the other into it.',
  },
  'merge.pending': {
    title: 'A merge of yours is pending.',
    action: 'Cancel it first, or wait.',
  },
  'merge.browser_new': {
    title: 'This browser is new, so it cannot confirm the merge.',
    action: 'Use a browser that you have used before.',
  },
  'merge.open': {
    title: 'You merged two identities lately, and that can still be undone.',
    action: 'Until it is final nothing can leave them. Undo the merge, or wait.',
  },
  'role.last_owner': {
    title: 'This is the last owner.',
    action: 'Make somebody else an owner first: a site without one could be run by nobody.',
  },
  'passkey.not_found': {
    title: 'This passkey is not on your list.',
    action: 'Look at the list again.',
  },
  'passkey.registered_already': {
    title: 'This passkey is registered already.',
    action: 'Use another device or password manager for a second one.',
  },
  'passkey.too_many': {
    title: 'There is no room for another passkey.',
    action: 'Remove one that you no longer use first.',
  },
  'browser.not_found': {
    title: 'This device is not new any more.',
    action: 'Look at your sessions again.',
  },
  'browser.newer': {
    title: 'This browser is new itself.',
    action: 'Answer in one that is known as yours, or use an older passkey here.',
  },
  'person.name_unusable': {
    title: 'This name cannot be used.',
    action: 'Use up to 64 visible characters, without stray spaces or piles of marks.',
  },
  'person.name_foreign': {
    title: 'This name has the address of a wallet that is not yours.',
    action: 'Choose one without it, such as “Savings”.',
  },
  'user_name.taken': {
    title: 'This user name cannot be had.',
    action: 'It is or was somebody’s, looks like such a one, or is kept back. Choose another one.',
  },
  'user_name.unusable': {
    title: 'This cannot be a user name.',
    action: 'Use 2 to 30 small letters, digits, “_” and “-”, and begin with a letter.',
  },
  'user_name.chosen': {
    title: 'You have a user name already.',
    action: 'You can change it on the page of your account.',
  },
  'user_name.too_many': {
    title: 'You have had as many user names as one person may have here.',
    action: 'Take one of those that you had before.',
  },
  'email.not_offered': {
    title: 'This site sends no mail.',
    action: 'Go on without an e-mail address; whoever runs the site can change that.',
  },
  'email.unusable': {
    title: 'No code can be sent to this address.',
    action: 'Compare it with the one that you have, such as name@mail.example.',
  },
  'email.code_wrong': {
    title: 'This code does not count.',
    action:
      'It is another one, has run out, or was tried too often. Compare it with the mail, or have another one sent.',
  },
  'picture.unreadable': {
    title: 'This picture cannot be read.',
    action: 'Choose a JPEG, PNG or WebP picture.',
  },
}
