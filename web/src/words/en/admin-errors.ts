// What the refusals mean that only the administration can meet, and what to do now. Which they are is said here: whatever is
// not, every page behind the sign-in has words for.
import type { OwnErrorCode } from '@countersign/api/errors'
import type { ErrorWords } from '../error-words.ts'

export const adminErrors = {
  'permission.lacking': {
    title: 'Your role does not allow this.',
    action: 'Ask an owner of this site for the role that does.',
  },
  'setup.code_refused': {
    title: 'This is not the code that the terminal printed.',
    action: 'Copy the newest one: each start of the server prints another.',
  },
  'setup.done': {
    title: 'This server has an owner already.',
    action: 'Ask them for a role, or run “countersign owner grant” with your address on the machine.',
  },
  'person.not_found': {
    title: 'There is no such person.',
    action: 'They may have been deleted meanwhile. Look at the list again.',
  },
  'person.not_active': {
    title: 'This person is not active.',
    action: 'They may be suspended already, or merged into another. Look at them again.',
  },
  'person.not_suspended': {
    title: 'This person is not suspended.',
    action: 'Somebody may have been quicker. Look at them again.',
  },
  'person.self': {
    title: 'This is you.',
    action: 'Do it on your own page: there it is asked whether you mean it.',
  },
  'person.without_wallet': {
    title: 'This person has no wallet.',
    action: 'A list of wallets cannot name them. Leave them out.',
  },
  'application.not_found': {
    title: 'There is no such application.',
    action: 'It may have been removed meanwhile. Look at the list again.',
  },
  'application.taken': {
    title: 'There is an application with this id already.',
    action: 'Choose another id.',
  },
  'application.faulty': {
    title: 'This application cannot be saved like this.',
    action: 'Mend what is marked, and save it again.',
  },
  'application.changed_meanwhile': {
    title: 'Somebody has changed this application since you opened it.',
    action: 'Load it again, and make your change once more.',
  },
  'application.without_secret': {
    title: 'This application has no secret.',
    action: 'It proves itself in another way. Change that first.',
  },
  'application.not_tryable': {
    title: 'This kind of application cannot be tried here.',
    action: 'It has no sign-in in a browser. Try it from the application itself.',
  },
  'application.try_unknown': {
    title: 'This test login is over.',
    action: 'It is kept for some minutes, and for whoever began it. Begin another.',
  },
  'view.not_found': {
    title: 'There is no such view.',
    action: 'It may have been removed meanwhile, or it is not yours.',
  },
  'view.taken': {
    title: 'You have a view with this name already.',
    action: 'Choose another name.',
  },
  'view.too_many': {
    title: 'You have saved as many views as one person may.',
    action: 'Remove one that you do not need any more.',
  },
  'group.no_list': {
    title: 'This group is not a list of wallets.',
    action: 'Choose another group, or change its rule to a list of wallets alone.',
  },
  'group.full': {
    title: 'The list of this group is full.',
    action: 'Take wallets off the list, or make another group.',
  },
  'group.not_found': {
    title: 'There is no such group.',
    action: 'It may have been removed meanwhile. Look at the list again.',
  },
  'group.taken': {
    title: 'There is a group with this id already.',
    action: 'Choose another id.',
  },
  'group.too_many': {
    title: 'There are as many groups as there may be.',
    action: 'Remove one that nobody needs any more.',
  },
  'group.faulty': {
    title: 'This rule cannot be used.',
    action: 'Mend the part that is marked.',
  },
  'rule.chain_not_read': {
    title: 'This server does not read that chain.',
    action: 'Choose one from the list. Whoever runs the server can add a chain.',
  },
  'rule.chain_unavailable': {
    title: 'The chain cannot be read at the moment.',
    action: 'Nothing is wrong with the token, and nothing was changed. Try again in a moment.',
  },
  'token.no_code': {
    title: 'There is no contract at this address on this chain.',
    action:
      'The same token has another address on each chain. Look it up where you know it from, such as 0xA0b8…eB48 for USDC on Ethereum.',
  },
  'token.unknown_kind': {
    title: 'The contract at this address is no token that rules know.',
    action:
      'Give the address of the token itself (ERC-20, ERC-721 or ERC-1155), and not of a contract that deals in it.',
  },
  'token.name_unknown': {
    title: 'This is neither an address nor a name that leads to one.',
    action: 'Write an address, such as 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48, or a name, such as example.eth.',
  },
  'group.changed_meanwhile': {
    title: 'Somebody has changed this group since you opened it.',
    action: 'Load it again, and make your change once more.',
  },
  'group.demanded': {
    title: 'Applications let in only members of this group.',
    action: 'Take the group from those applications first.',
  },
  'resource.not_found': {
    title: 'There is no such resource.',
    action: 'It may have been removed meanwhile. Look at the list again.',
  },
  'resource.taken': {
    title: 'There is a resource with this address already.',
    action: 'Change that one, or choose another address.',
  },
  'resource.too_many': {
    title: 'There are as many resources as there may be.',
    action: 'Remove one that nobody needs any more.',
  },
  'resource.names_client': {
    title: 'An application has the address of this resource as its client ID: their tokens could be confused.',
    action: 'Choose the token type at+jwt, or another address.',
  },
  'resource.faulty': {
    title: 'This resource cannot be used.',
    action: 'Mend what is marked.',
  },
  'resource.changed_meanwhile': {
    title: 'Somebody has changed this resource since you opened it.',
    action: 'Load it again, and make your change once more.',
  },
  'resource.listed': {
    title: 'Applications list this resource.',
    action: 'Take it from those applications first.',
  },
  'resource.switch_unconfirmed': {
    title: 'More people are concerned than you agreed to.',
    action: 'Load it again, and look how many people would get another name there.',
  },
  'event.not_found': {
    title: 'There is no such line.',
    action: 'Look at the activity again.',
  },
  'branding.faulty': {
    title: 'The site cannot present itself like this.',
    action: 'Links begin with https, colours need contrast, and one language stays.',
  },
  'token.refused': {
    title: 'This token is not accepted.',
    action: 'It has run out or was revoked. Make another.',
  },
  'token.not_found': {
    title: 'There is no such token.',
    action: 'It may have been revoked meanwhile. Look at the list again.',
  },
  'token.too_many': {
    title: 'You have as many tokens as one person may have.',
    action: 'Revoke one that is no longer needed.',
  },
  'token.too_much': {
    title: 'A token can do no more than you.',
    action: 'Leave out what you may not do yourself.',
  },
} satisfies Partial<Record<OwnErrorCode, ErrorWords>>
