// What an application can learn of a person or be allowed to do, each in one line. Said before it is shared, and after.
import type { ConsentPart } from '@countersign/api/calls'

interface ScopeWords {
  readonly title: string
  /** More of it, where `application` is the name that people see. */
  readonly text: (application: string) => string
}

export const scopes: Readonly<Record<ConsentPart, ScopeWords>> = {
  openid: {
    title: 'A name for you',
    text: (application) => `A row of letters that only ${application} knows you by.`,
  },
  profile: {
    title: 'Your display name and picture',
    text: () => 'As they are here. Every application that you show them to sees the same.',
  },
  user_name: {
    title: 'Your user name',
    text: () =>
      'One name at every application that you show it to: by it they can find out that they know the same person.',
  },
  email: {
    title: 'Your e-mail address',
    text: () =>
      'The one that you have verified here. It is the same at every application, which can write to you there and find out that they know the same person.',
  },
  email_alias: {
    title: 'A made-up e-mail address',
    text: (application) =>
      `For ${application} alone. Nobody reads what is sent there: it does not reach you, and nobody finds you by it elsewhere.`,
  },
  wallet: {
    title: 'Your wallet address',
    text: () =>
      'With the wallet’s own name, where it has one. By the address anyone can look up what the wallet holds and has done.',
  },
  groups: {
    title: 'Your groups',
    text: () => 'The IDs of the groups that you belong to here.',
  },
  proof: {
    title: 'The message you signed, as proof',
    text: () => 'It contains your wallet address.',
  },
  offline_access: {
    title: 'Stay signed in while you are away',
    text: () => 'Until you sign out here, or withdraw it.',
  },
}
